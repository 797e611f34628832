import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, SECRET_FILE_VARIABLE_NAMES, environmentWith } from './environment';
import type { InvalidEnvironmentError } from './variable';

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const keep = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const problemsOf = (source: NodeJS.ProcessEnv): readonly string[] => {
    try {
      readEnvironment(source);
      return [];
    } catch (error) {
      return (error as InvalidEnvironmentError).problems;
    }
  };

  it('are those of every variable that may hold a password or a key', () => {
    expect([...SECRET_FILE_VARIABLE_NAMES].sort()).toEqual([
      'ALPACA_KEY_ID_FILE',
      'ALPACA_SECRET_KEY_FILE',
      'DATABASE_DIRECT_URL_FILE',
      'DATABASE_URL_FILE',
      'EQUITY_ENDPOINT_FILE',
      'EXCHANGE_ENDPOINTS_FILE',
      'HEADLINE_FEEDS_FILE',
      'JWT_SECRET_FILE',
      'NATS_URL_FILE',
      'REDIS_URL_FILE',
      'TIINGO_TOKEN_FILE',
    ]);
  });

  it('are read without the newline at the end, and without a byte order mark', () => {
    const secret = 'a-secret-of-thirty-two-characters';
    expect(
      readEnvironment({
        JWT_SECRET_FILE: keep('jwt', `${secret},${secret}2\n`),
        DATABASE_URL_FILE: keep('url', 'postgres://me:hidden@host/db'),
        TIINGO_TOKEN_FILE: keep('token', '\uFEFFabc\r\n'),
        REDIS_URL: 'redis://host',
        REDIS_URL_FILE: '',
      }),
    ).toMatchObject({
      jwtSecrets: [secret, `${secret}2`],
      databaseUrl: 'postgres://me:hidden@host/db',
      tiingoToken: 'abc',
      redisUrl: 'redis://host',
    });
  });

  it('are refused where the variable is set as well; both are named', () => {
    const source = { JWT_SECRET: 'hidden-hidden-hidden', JWT_SECRET_FILE: '/run/secrets/jwt' };
    expect(problemsOf(source)).toEqual(['JWT_SECRET and JWT_SECRET_FILE are both set: keep one of them']);
  });

  it.each(SECRET_FILE_VARIABLE_NAMES)('are named by %s and its path where the file is missing', (name) => {
    const path = join(folder, 'missing');
    expect(problemsOf({ [name]: path })).toEqual([`${name} (${path}): the file cannot be read (ENOENT)`]);
  });

  it('say what is wrong with a file, and never what it holds', () => {
    const [empty, lines, wrong] = [keep('empty', '\n'), keep('lines', 'hid\nden'), keep('wrong', 'hidden')];
    expect(
      problemsOf({
        DATABASE_URL_FILE: wrong,
        DATABASE_DIRECT_URL_FILE: folder,
        NATS_URL_FILE: wrong,
        REDIS_URL_FILE: empty,
        EXCHANGE_ENDPOINTS_FILE: wrong,
        JWT_SECRET_FILE: wrong,
        HEADLINE_FEEDS_FILE: wrong,
        EQUITY_ENDPOINT_FILE: wrong,
        TIINGO_TOKEN_FILE: lines,
      }),
    ).toEqual([
      `DATABASE_URL_FILE (${wrong}): must be a URL that starts with postgres:// or postgresql://`,
      `DATABASE_DIRECT_URL_FILE (${folder}): must be a regular file`,
      `NATS_URL_FILE (${wrong}): must be a URL that starts with nats:// or tls://`,
      `REDIS_URL_FILE (${empty}): the file is empty`,
      `JWT_SECRET_FILE (${wrong}): must be one or more comma-separated values of at least 16 characters`,
      expect.stringContaining(`EXCHANGE_ENDPOINTS_FILE (${wrong}): must be name=address pairs`),
      `HEADLINE_FEEDS_FILE (${wrong}): must be a URL that starts with http:// or https://`,
      `EQUITY_ENDPOINT_FILE (${wrong}): must be a URL that starts with http:// or https://`,
      `TIINGO_TOKEN_FILE (${lines}): the file must hold one line of text`,
    ]);
  });

  it('are not waited for where a file has no end', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const large = keep('large', 'x'.repeat(65_537));
    expect(
      problemsOf({ DATABASE_URL_FILE: pipe, JWT_SECRET_FILE: '/dev/zero', TIINGO_TOKEN_FILE: large }),
    ).toEqual([
      `DATABASE_URL_FILE (${pipe}): must be a regular file`,
      `JWT_SECRET_FILE (/dev/zero): must be a regular file`,
      `TIINGO_TOKEN_FILE (${large}): the file is larger than 65536 bytes`,
    ]);
  });

  it('are read from files that have content and no size, as those of Linux in /proc, and not beyond the limit', () => {
    const [name, path] = ['JWT_SECRET_FILE', '/proc/kallsyms'];
    const isThere = existsSync(path);
    const reason = isThere ? 'the file is larger than 65536 bytes' : 'the file cannot be read (ENOENT)';
    expect(problemsOf({ [name]: path })).toEqual([`${name} (${path}): ${reason}`]);
  });

  // Whoever may read it gets its lines, and waits for the next one.
  it('are not waited for in /proc/kmsg', () => {
    const problems = problemsOf({ JWT_SECRET_FILE: '/proc/kmsg' });
    expect(problems).toEqual([expect.stringMatching(/^JWT_SECRET_FILE \(\/proc\/kmsg\): the file /)]);
  });

  it('of our own environment are not read by a process that gets the value itself', () => {
    const inherited = { DATABASE_URL_FILE: 'url', JWT_SECRET_FILE: 'secret', PORT: '2' };
    const given = { DATABASE_URL: 'postgres://host/db', PORT: '1', NATS_URL: '' };
    expect(environmentWith(given, inherited)).toEqual({
      DATABASE_URL: 'postgres://host/db',
      DATABASE_URL_FILE: '',
      JWT_SECRET_FILE: 'secret',
      PORT: '1',
      NATS_URL: '',
      NATS_URL_FILE: '',
    });
  });
});
