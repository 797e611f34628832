import { createSecretKey } from 'node:crypto';
import { pino } from 'pino';
import { checkSecrets, keySetSource, secretThatSigned } from './configured-keys';

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

// RFC 7515, A.1: the key and the token of the HS256 example.
const RFC_KEY = createSecretKey(
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'base64url',
);
const RFC_CONTENT =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
const RFC_SIGNATURE = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const OTHER_KEY = createSecretKey(Buffer.alloc(64, 1));

describe('secretThatSigned', () => {
  it('finds the secret at any position of the list', () => {
    const token = `${RFC_CONTENT}.${RFC_SIGNATURE}`;
    expect(secretThatSigned(token, [RFC_KEY])).toBe(RFC_KEY);
    expect(secretThatSigned(token, [OTHER_KEY, RFC_KEY])).toBe(RFC_KEY);
  });

  it('finds none when no secret fits', () => {
    const token = `${RFC_CONTENT}.${RFC_SIGNATURE}`;
    expect(secretThatSigned(token, [OTHER_KEY])).toBeUndefined();
    expect(secretThatSigned(token, [])).toBeUndefined();
  });

  it.each(['', 'AA', RFC_SIGNATURE.slice(0, -4), `${RFC_SIGNATURE}AAAA`, RFC_SIGNATURE.replace('d', 'e')])(
    'finds none for the signature %j',
    (signature) => {
      expect(secretThatSigned(`${RFC_CONTENT}.${signature}`, [RFC_KEY])).toBeUndefined();
    },
  );
});
