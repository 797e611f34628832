import pino from 'pino';
import { Gauge, Registry } from 'prom-client';
import { readAtScrape } from './read-at-scrape';

describe('readAtScrape', () => {
  const registry = new Registry();
  const plain = new Gauge({ name: 'plain', help: 'Without labels', registers: [registry] });
  const labelled = new Gauge({
    name: 'labelled',
    help: 'By kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line));
  let readings = 0;
  let failure: Error | undefined;
  const read = () => {
    readings += 1;
    if (failure) return Promise.reject(failure);
    plain.set(7);
    labelled.set({ kind: 'a' }, 8);
    return Promise.resolve();
  };
  const follow = (freshMilliseconds: number) =>
    readAtScrape({
      gauges: [plain, labelled],
      what: 'The figures',
      logger: pino({ level: 'silent' }),
      read,
      freshMilliseconds,
    });

  it('reads once for all gauges of a scrape, and for scrapes in a short time', async () => {
    follow(60_000);
    expect(await samples()).toEqual(['plain 7', 'labelled{kind="a"} 8']);
    expect(await samples()).toEqual(['plain 7', 'labelled{kind="a"} 8']);
    expect(readings).toBe(1);
  });

  it('leaves the gauges without a value while they cannot be read', async () => {
    follow(-1);
    failure = new Error('The database is away');
    expect(await samples()).toEqual([]);
    failure = undefined;
    expect(await samples()).toEqual(['plain 7', 'labelled{kind="a"} 8']);
  });
});
