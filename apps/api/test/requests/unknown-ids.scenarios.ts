import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const ID = /{\w*id}/;

describe('ids that no record can have', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each(['2147483648', '9007199254740991'])(
    '%s: no path of the document answers a server error',
    async (id) => {
      const { paths } = (await api.get('/openapi.json')).body as OpenAPIObject;
      const withIds = Object.entries(paths).filter(([path]) => ID.test(path));
      expect(withIds.length).toBeGreaterThan(40);
      const unexpected: string[] = [];
      for (const [path, operations] of withIds) {
        // As all ids, and as the first alone.
        const addresses = new Set(
          [path.replaceAll(new RegExp(ID, 'g'), id), path.replace(ID, id)].map((one) =>
            one.replaceAll(/{\w+}/g, '1'),
          ),
        );
        for (const method of Object.keys(operations)) {
          for (const address of addresses) {
            const call = request(api.url)[method as 'post'](address).auth(tokenFor(), { type: 'bearer' });
            const { status } = await (method === 'get' || method === 'delete' ? call : call.send({}));
            if (![404, 415, 422].includes(status)) unexpected.push(`${method} ${address} → ${status}`);
          }
        }
      }
      expect(unexpected).toEqual([]);
    },
  );
});
