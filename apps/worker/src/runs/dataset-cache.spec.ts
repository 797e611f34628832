import { Readable } from 'node:stream';
import { Counter, Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { DatasetColumnsLoader } from '#domain/datasets/dataset-columns.loader';
import { columnsOf, type DatasetReader, type StoredColumn } from '#domain/datasets/dataset-reader';
import type { DatasetVersion } from '#domain/datasets/dataset-version.entity';
import { readEnvironment } from '#platform/config/environment';
import { DatasetCache } from './dataset-cache';

const HOUR = 3_600_000;
const SYMBOLS = ['A', 'B', 'C'];

/** Two blocks of rows: at each hour one of each symbol, whose values are 10, 20 and 30 times the number of the hour. */
function blocks(hours: number) {
  const ofHours = (from: number, to: number) => {
    const rows = Array.from({ length: (to - from) * 3 }, (_, row) => ({
      hour: from + Math.floor(row / 3),
      of: row % 3,
    }));
    return [
      Float64Array.from(rows, ({ hour }) => hour * HOUR),
      rows.map(({ of }) => SYMBOLS[of]),
      Float64Array.from(rows, ({ hour, of }) => hour * (of + 1) * 10),
    ];
  };
  const half = Math.floor(hours / 2);
  return [ofHours(0, half), ofHours(half, hours)];
}

function cacheOf(hours: number) {
  const version = {
    ...{ id: 1, contentSha256: 'f00d', rowCount: hours * 3, symbolCount: 3 },
    ...{ interval: '1h', availableAt: null, columns: [{ name: 'x', type: 'number' }] },
  } as unknown as DatasetVersion;
  let reads = 0;
  const reader = {
    readAll: (_version: unknown, columns: readonly StoredColumn[]) => {
      reads++;
      const [one, other] = blocks(hours);
      return Readable.from(
        [one, other].map((block) => ({
          firstRow: block === one ? 0 : one[0].length,
          rows: block[0].length,
          columns: columns.map(({ index }) => block[index]),
        })),
      );
    },
  } as unknown as DatasetReader;
  const counter = new Counter({ name: 'loads', help: 'loads', registers: [new Registry()] });
  const loader = new DatasetColumnsLoader({} as DataSource, reader);
  const cache = new DatasetCache(loader, readEnvironment({ SERIES_CACHE_MEGABYTES: '1' }), counter);
  const load = (symbol: string) => cache.load({ version, symbol }, columnsOf(version)[2]);
  return { load, reads: () => reads };
}

// A megabyte of cache has room for the times of 13,107 rows in a quarter of it.
it.each([
  ['once for all its symbols', 100, 3],
  ['by the symbol where all would take too much of the cache', 5_000, 8],
])('reads a dataset %s', async (_how, hours, expected) => {
  const { load, reads } = cacheOf(hours);
  for (const [index, symbol] of SYMBOLS.entries()) {
    const { time, knownAt, value } = await load(symbol);
    expect(time).toEqual(Float64Array.from({ length: hours }, (_, hour) => hour * HOUR));
    expect(knownAt).toEqual(time.map((open) => open + HOUR));
    expect(value).toEqual(Float64Array.from({ length: hours }, (_, hour) => hour * (index + 1) * 10));
  }
  expect((await load('D')).time).toHaveLength(0);
  expect(reads()).toBe(expected);
});
