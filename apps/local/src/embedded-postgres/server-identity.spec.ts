import { identityFromPasswd } from './server-identity';

describe('identityFromPasswd', () => {
  const ROOT = 'root:x:0:0:root:/root:/bin/bash';
  const NOBODY = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
  const POSTGRES = 'postgres:x:101:104:PostgreSQL administrator:/var/lib/postgresql:/bin/bash';

  it('prefers postgres to nobody', () => {
    expect(identityFromPasswd([ROOT, NOBODY, POSTGRES].join('\n'))).toEqual({ uid: 101, gid: 104 });
  });

  it('falls back to nobody', () => {
    expect(identityFromPasswd([ROOT, NOBODY].join('\n'))).toEqual({ uid: 65_534, gid: 65_534 });
  });

  it('finds none among users that cannot be it: root, or the negative ids of macOS', () => {
    expect(
      identityFromPasswd(`${ROOT}\nnobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false`),
    ).toBeUndefined();
  });
});
