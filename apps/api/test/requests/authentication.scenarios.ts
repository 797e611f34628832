import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest, type RequestOptions, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthenticationSettings } from '../../src/http/authentication/authentication';
import { Issuer } from '../../src/http/authentication/test/issuer';
import {
  EC_1,
  hmacToken,
  keySetText,
  RSA_1,
  RSA_2,
  SECRETS,
  tokenOf,
} from '../../src/http/authentication/test/signing-keys';
import { get, PATH, type TinyService, tinyService } from '../../src/http/authentication/test/tiny-service';

/** As slow as a key set may be: a reading a second, several readings in a test. */
const TIMEOUT_MILLISECONDS = 20_000;

let services: TinyService[] = [];

function started(settings: Partial<AuthenticationSettings>): TinyService {
  const service = tinyService(settings);
  services.push(service);
  return service;
}

afterEach(() => {
  for (const service of services) service.close();
  services = [];
});

describe('open and closed paths', () => {
  let server: Server;

  beforeEach(async () => {
    server = started({ jwtSecrets: SECRETS }).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => server.close());

  /** A request whose path and headers go out as they are. */
  function send(method: string, path: string, headers: RequestOptions['headers'] = {}) {
    const { port } = server.address() as AddressInfo;
    return httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
  }

  async function answerTo(...request: Parameters<typeof send>): Promise<IncomingMessage> {
    const [response] = (await once(send(...request).end(), 'response')) as [IncomingMessage];
    return response.resume();
  }

  it.each([
    '/health',
    '/ready',
    '/docs',
    '/docs/',
    '/docs/swagger-ui.css',
    '/openapi.json',
    '/asyncapi.json',
    '/health?x=1',
  ])('serves GET and HEAD %s without a token', async (path) => {
    expect((await answerTo('GET', path)).statusCode).toBe(200);
    expect((await answerTo('HEAD', path)).statusCode).toBe(200);
  });

  it.each([
    ['POST', '/'],
    ['GET', PATH],
    ['GET', '/no/such/path'],
    ['GET', '/metrics'],
    ['GET', '//health'],
    ['GET', '/HEALTH'],
    ['GET', '/health/'],
    ['GET', '/health/../api/v1/backtesting'],
    ['GET', '/docs/..%2fapi'],
    ['GET', '/docs/../api/v1/backtesting'],
    ['GET', 'http://127.0.0.1/health'],
    ['GET', '/%zz'],
    ['POST', '/health'],
    ['POST', PATH],
    ['OPTIONS', PATH],
    ['DELETE', '/ready'],
  ])('answers 401 to %s %s without a token', async (method, path) => {
    const response = await answerTo(method, path);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('refuses several Authorization headers, though each would pass', async () => {
    const authorization = `Bearer ${hmacToken()}`;
    expect((await answerTo('GET', PATH, { authorization })).statusCode).toBe(200);
    const twice = ['host', '127.0.0.1', 'authorization', authorization, 'Authorization', authorization];
    const response = await answerTo('GET', PATH, twice);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('does not wait for the body of a request that it refuses', async () => {
    const upload = send('POST', PATH, { 'content-length': 1e9 }).on('error', () => undefined);
    upload.write('{"symbol":');
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    upload.destroy();
    expect(response.statusCode).toBe(401);
  });
});

describe('keys of an issuer', () => {
  let issuer: Issuer;

  beforeEach(async () => {
    issuer = new Issuer(await keySetText(RSA_1));
    await issuer.open();
  });

  afterEach(() => issuer.shut());

  it(
    'follow a rotation without a restart',
    async () => {
      const { app } = started({ jwtJwksUri: issuer.uri, jwtSecrets: SECRETS });
      await get(app, tokenOf(RSA_1)).expect(200);
      issuer.text = await keySetText(RSA_2, EC_1);
      await get(app, tokenOf(RSA_2)).expect(200);
      await get(app, tokenOf(EC_1)).expect(200);
      await get(app, hmacToken()).expect(200);
      await get(app, tokenOf(RSA_1)).expect(401);
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'stay while the issuer is away, and are replaced when it is back',
    async () => {
      const { app, logs } = started({ jwtJwksUri: issuer.uri });
      await get(app, tokenOf(RSA_1)).expect(200);
      await issuer.shut();
      await get(app, tokenOf(RSA_2)).expect(401);
      await get(app, tokenOf(RSA_1)).expect(200);
      issuer.text = await keySetText(RSA_2);
      await issuer.open();
      await logs('Token keys can be read again');
      await get(app, tokenOf(RSA_2)).expect(200);
      await get(app, tokenOf(RSA_1)).expect(401);
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'come late where the issuer is down at the start',
    async () => {
      await issuer.shut();
      const { app, logs } = started({ jwtJwksUri: issuer.uri });
      await logs('Token keys cannot be read');
      await get(app, tokenOf(RSA_1)).expect(401);
      await issuer.open();
      await logs('Token keys were read');
      await get(app, tokenOf(RSA_1)).expect(200);
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'are read once in a flood of 500 unknown ones, while valid tokens pass',
    async () => {
      const { app, arrived } = started({ jwtJwksUri: issuer.uri });
      const server = app.listen(0, '127.0.0.1');
      await get(server, tokenOf(RSA_1)).expect(200);
      const release = issuer.hold();
      const requestsBefore = issuer.requests;
      let answered = 0;
      const flood = Array.from({ length: 500 }, async (_, index) => {
        const { status } = await get(server, tokenOf(EC_1, { keyid: `unknown-${index}` }));
        answered += 1;
        return status;
      });
      // Valid tokens go out until all of the flood has come in and waits for an issuer that says nothing.
      let valid = 1;
      for (; arrived() < 500 + valid; valid += 1) await get(server, tokenOf(RSA_1)).expect(200);
      expect(answered).toBe(0);
      release();
      expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
      expect(issuer.requests - requestsBefore).toBe(1);
      server.close();
    },
    TIMEOUT_MILLISECONDS,
  );
});

describe('keys of a file', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jwks-'));
    path = join(directory, 'keys.json');
    await writeFile(path, await keySetText(RSA_1));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it(
    'follow the file when it is replaced or written',
    async () => {
      const { app } = started({ jwtJwksFile: path });
      await get(app, tokenOf(RSA_1)).expect(200);
      await writeFile(`${path}.new`, await keySetText(RSA_2));
      await rename(`${path}.new`, path);
      await get(app, tokenOf(RSA_2)).expect(200);
      await get(app, tokenOf(RSA_1)).expect(401);
      await writeFile(path, await keySetText(EC_1));
      await get(app, tokenOf(EC_1)).expect(200);
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'stay while the file is broken or missing',
    async () => {
      const { app, logs } = started({ jwtJwksFile: path });
      await get(app, tokenOf(RSA_1)).expect(200);
      await writeFile(path, '{"keys":[{');
      await logs('SyntaxError');
      await get(app, tokenOf(RSA_1)).expect(200);
      await rm(path);
      await logs('ENOENT');
      await get(app, tokenOf(RSA_1)).expect(200);
      await writeFile(path, await keySetText(EC_1));
      await logs('Token keys can be read again');
      await get(app, tokenOf(EC_1)).expect(200);
    },
    TIMEOUT_MILLISECONDS,
  );
});
