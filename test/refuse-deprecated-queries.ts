import { Client } from 'pg';

/**
 * pg 8.23 warns once in a process where a query is sent on a client that has others waiting, and pg 9 refuses it. Here it fails
 * every time, where it is sent.
 */
const { prototype } = Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } };
const { query } = prototype;
prototype.query = function (this: { readonly _queryQueue: readonly unknown[] }, ...given: unknown[]) {
  if (this._queryQueue.length > 0) throw new Error('A query is sent on a client that has others waiting');
  return query.apply(this, given);
};

afterAll(() => {
  prototype.query = query;
});
