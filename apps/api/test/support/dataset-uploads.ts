import type request from 'supertest';
import type { RunningApi } from './running-api';

export const DATASETS = '/api/v1/datasets';
export const DAILY = '?interval=1d';

interface Upload {
  readonly query?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly ifMatch?: string;
}

let made = 0;

/** Sends bodies to PUT and PATCH of datasets: CSV of days unless said otherwise. */
export function datasetUploads(api: () => RunningApi) {
  const upload = (
    method: 'put' | 'patch',
    path: string,
    body: string | Buffer,
    { query = method === 'put' ? DAILY : '', type = 'text/csv', encoding, ifMatch }: Upload = {},
  ): request.Test => {
    const sending = api()[method](`${path}${query}`).set('content-type', type);
    if (encoding) sending.set('content-encoding', encoding);
    if (ifMatch) sending.set('if-match', ifMatch);
    return sending.serialize((value: unknown) => value as string).send(body as string);
  };
  return {
    newPath: () => `${DATASETS}/d${++made}`,
    put: (path: string, body: string | Buffer, options?: Upload) => upload('put', path, body, options),
    patch: (path: string, body: string, options?: Upload) => upload('patch', path, body, options),
    storedParts: async () => (await api().database.query('select 1 from dataset_parts')).rowCount,
  };
}
