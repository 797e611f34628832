import { open } from 'node:fs/promises';
import { NOT_REGULAR, OPEN_WITHOUT_WAITING } from '#platform/config/regular-file';

/** Where a JSON Web Key Set comes from. */
export interface KeySetSource {
  readonly name: string;
  /** How often it is read without a request. */
  readonly intervalMilliseconds: number;
  read(signal: AbortSignal): Promise<string>;
}

const MAXIMUM_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MILLISECONDS = 5_000;
const ISSUER_INTERVAL_MILLISECONDS = 300_000;
const FILE_INTERVAL_MILLISECONDS = 1_000;

/** A key set that an issuer publishes over HTTP. */
export function issuerKeySet(uri: string): KeySetSource {
  return {
    name: uri,
    intervalMilliseconds: ISSUER_INTERVAL_MILLISECONDS,
    read: async (signal) => {
      const response = await fetch(uri, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS)]),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`The issuer answered ${response.status}`);
      }
      return readLimited(response);
    },
  };
}

async function readLimited({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A key set in a file, which is read again when it was changed or replaced. */
export function fileKeySet(path: string): KeySetSource {
  let lastStamp = '';
  let lastText = '';
  return {
    name: path,
    intervalMilliseconds: FILE_INTERVAL_MILLISECONDS,
    read: async (signal) => {
      const file = await open(path, OPEN_WITHOUT_WAITING);
      try {
        const state = await file.stat({ bigint: true });
        if (!state.isFile()) throw new Error(`It ${NOT_REGULAR}`);
        const { mtimeNs, size, ino } = state;
        if (size > MAXIMUM_BYTES) throw tooLarge();
        const stamp = `${ino}:${mtimeNs}:${size}`;
        if (stamp !== lastStamp) {
          lastText = await file.readFile({ encoding: 'utf8', signal });
          lastStamp = stamp;
        }
        return lastText;
      } finally {
        await file.close();
      }
    },
  };
}

function tooLarge(): Error {
  return new Error(`The JSON Web Key Set is larger than ${MAXIMUM_BYTES} bytes`);
}
