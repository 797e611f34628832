import { createSecretKey } from 'node:crypto';
import { secretThatSigned } from './hmac-secrets';

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
