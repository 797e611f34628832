import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileKeySet, issuerKeySet } from './key-set-sources';

const neverAborted = () => new AbortController().signal;

describe('issuerKeySet', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function served(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  }

  it('answers the text that the issuer sends', async () => {
    const uri = await served((_request, response) => response.end('{"keys":[]}'));
    await expect(issuerKeySet(uri).read(neverAborted())).resolves.toBe('{"keys":[]}');
  });

  it.each([204, 304, 404, 500])('throws for the status %d', async (status) => {
    const uri = await served((_request, response) => response.writeHead(status).end());
    await expect(issuerKeySet(uri).read(neverAborted())).rejects.toThrow(`The issuer answered ${status}`);
  });

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const uri = await served((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(issuerKeySet(uri).read(neverAborted())).rejects.toThrow('fetch failed');
    expect(paths).toEqual(['/keys']);
  });

  it('reads 1 MiB and stops an answer beyond it', async () => {
    let bytes = 1024 * 1024;
    const uri = await served((_request, response) => response.end(Buffer.alloc(bytes, ' ')));
    await expect(issuerKeySet(uri).read(neverAborted())).resolves.toHaveLength(1024 * 1024);
    bytes += 1;
    await expect(issuerKeySet(uri).read(neverAborted())).rejects.toThrow('larger than 1048576 bytes');
  });

  it('cuts an endless answer off', async () => {
    const uri = await served((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    await expect(issuerKeySet(uri).read(neverAborted())).rejects.toThrow('larger than 1048576 bytes');
  });

  it('gives a silent issuer 5 seconds', async () => {
    const timeIsUp = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeIsUp.signal);
    const uri = await served(() => timeIsUp.abort(new Error('time is up')));
    await expect(issuerKeySet(uri).read(neverAborted())).rejects.toThrow('time is up');
    expect(timeout).toHaveBeenCalledWith(5_000);
    timeout.mockRestore();
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const uri = await served(() => stop.abort(new Error('closing')));
    await expect(issuerKeySet(uri).read(stop.signal)).rejects.toThrow('closing');
  });
});

describe('fileKeySet', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'key-set-'));
    path = join(directory, 'keys.json');
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('reads the file again when it was written or replaced', async () => {
    const source = fileKeySet(path);
    await writeFile(path, 'first');
    await expect(source.read(neverAborted())).resolves.toBe('first');
    await expect(source.read(neverAborted())).resolves.toBe('first');
    await writeFile(path, 'second');
    await expect(source.read(neverAborted())).resolves.toBe('second');
    await writeFile(`${path}.new`, 'third!');
    await rename(`${path}.new`, path);
    await expect(source.read(neverAborted())).resolves.toBe('third!');
  });

  it('throws while there is no file, and for one over 1 MiB', async () => {
    const source = fileKeySet(path);
    await expect(source.read(neverAborted())).rejects.toThrow('ENOENT');
    await writeFile(path, Buffer.alloc(1024 * 1024 + 1));
    await expect(source.read(neverAborted())).rejects.toThrow('larger than 1048576 bytes');
  });

  it('does not wait for what is no file', async () => {
    execFileSync('mkfifo', [path]);
    await expect(fileKeySet(path).read(neverAborted())).rejects.toThrow('must be a regular file');
    await expect(fileKeySet('/dev/zero').read(neverAborted())).rejects.toThrow('must be a regular file');
  });
});
