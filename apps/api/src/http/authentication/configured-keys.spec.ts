import { pino } from 'pino';
import { checkSecrets, keySetSource } from './configured-keys';

describe('checkSecrets', () => {
  const warningsOf = (jwtSecrets: readonly string[], nodeEnv?: string) => {
    const logged: string[] = [];
    checkSecrets(
      { jwtSecrets, nodeEnv },
      pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    );
    return logged;
  };
  const [short, long] = ['x'.repeat(31), 'x'.repeat(32)];

  // RFC 7518, 3.2: 256 bits for HS256.
  it('warns of a secret of less than 32 bytes, and names the variable, but not the secret', () => {
    const [warning, ...others] = warningsOf([long, short]);
    expect(warning).toContain('JWT_SECRET');
    expect(warning).not.toContain(short);
    expect(others).toEqual([]);
  });

  it('refuses it in production', () => {
    expect(() => warningsOf([long, short], 'production')).toThrow(/JWT_SECRET .* 32 bytes/);
  });

  it.each([[[long]], [[]], [['é'.repeat(16)]]])('lets %j pass everywhere, in bytes of UTF-8', (secrets) => {
    for (const nodeEnv of [undefined, 'test', 'production']) expect(warningsOf(secrets, nodeEnv)).toEqual([]);
  });
});

describe('keySetSource', () => {
  const sourceOf = (jwtJwksUri: string, jwtJwksAllowHttp = false) =>
    keySetSource({ jwtJwksUri, jwtJwksFile: undefined, jwtJwksAllowHttp });

  it.each([
    'https://issuer.example/keys',
    'http://localhost:8080/keys',
    'http://127.0.0.1/keys',
    'http://127.8.9.10:1/keys',
    'http://127.1/keys',
    'http://[::1]:8080/keys',
  ])('reads %s', (uri) => {
    expect(sourceOf(uri)?.name).toBe(uri);
  });

  it.each([
    'http://issuer.example/keys',
    'http://10.0.0.1/keys',
    'http://127.0.0.1.issuer.example/keys',
    'http://localhost.issuer.example/keys',
    'http://localhost@issuer.example/keys',
  ])('reads %s only where the setting allows it, and names both variables', (uri) => {
    expect(() => sourceOf(uri)).toThrow(/^JWT_JWKS_URI .*JWT_JWKS_ALLOW_HTTP=true/);
    expect(sourceOf(uri, true)?.name).toBe(uri);
  });
});
