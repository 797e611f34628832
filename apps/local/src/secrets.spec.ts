import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecret } from './secrets';

describe('keepSecret', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kept-secret-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('makes a secret once and answers the same one from then on', () => {
    const file = join(directory, 'once');
    const secret = keepSecret(file);
    expect(secret).toMatch(/^[\w-]{43}$/); // 32 bytes in base64url (RFC 4648, section 5)
    expect(keepSecret(file)).toBe(secret);
  });

  it('makes different secrets for different files, readable by the owner alone', () => {
    const [first, second] = [join(directory, 'first'), join(directory, 'second')];
    expect(keepSecret(first)).not.toBe(keepSecret(second));
    expect(statSync(first).mode & 0o777).toBe(0o600);
  });
});
