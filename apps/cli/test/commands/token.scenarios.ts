import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { runCli } from '../support/run-cli';
import { startCli } from '../support/start-cli';

const SECRET = 'a-secret-for-tests-only-1';
const DAY_SECONDS = 86_400;

describe('token', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-token-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function token(words: readonly string[], variables: NodeJS.ProcessEnv) {
    return runCli(['token', ...words], { DATA_DIR: directory, ...variables });
  }

  // jose, which did not sign it, is the judge.
  function verify(printed: string, secret: string) {
    return jwtVerify(printed.trimEnd(), new TextEncoder().encode(secret), { algorithms: ['HS256'] });
  }

  it('prints one token for thirty days, signed with the first secret, and nothing else', async () => {
    const variables = { JWT_SECRET: `${SECRET},another-secret-for-tests` };
    const { exitCode, stdout, stderr } = await startCli(['token'], variables, directory).result;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { payload } = await verify(stdout, SECRET);
    expect(payload).toEqual({ sub: 'local', iat: payload.iat, exp: payload.iat! + 30 * DAY_SECONDS });
  });

  it('takes days and subject, and the issuer and audience that the API requires', async () => {
    const { stdout } = await token(['--days', '2', '--subject', 'ada'], {
      JWT_SECRET: SECRET,
      JWT_ISSUER: 'https://issuer.example',
      JWT_AUDIENCE: 'candelabra',
    });
    const { payload } = await verify(stdout, SECRET);
    expect(payload).toMatchObject({ sub: 'ada', iss: 'https://issuer.example', aud: 'candelabra' });
    expect(payload.exp! - payload.iat!).toBe(2 * DAY_SECONDS);
  });

  it('signs with the secret that the embedded default keeps', async () => {
    writeFileSync(join(directory, 'jwt-secret'), 'the-kept-secret-of-this-folder\n');
    const { stdout } = await token([], {});
    expect((await verify(stdout, 'the-kept-secret-of-this-folder')).payload.sub).toBe('local');
  });

  it('says where a secret could come from when there is none', async () => {
    const { exitCode, stdout, stderr } = await token([], {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/JWT_SECRET.*npm start.*DATA_DIR/);
  });

  it.each(['0', '1.5'])('refuses %s days', async (days) => {
    const { exitCode, stdout, stderr } = await token([`--days=${days}`], { JWT_SECRET: SECRET });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('It must be an integer from 1 to 3650.');
  });
});
