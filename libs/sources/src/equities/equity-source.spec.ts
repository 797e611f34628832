import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDate } from '#engine/market/parse-time';
import { sessionsBetween } from '#engine/calendar/xnys-sessions';
import { seededRandom } from '#engine/seeded-random';
import type { EquityMarket } from '../../../../test/fake-equities/equity-market';
import { FakeEquityServer } from '../../../../test/fake-equities/fake-equity-server';
import { writeEquityFiles } from '../../../../test/fake-equities/write-equity-files';
import { describeEquityProvider } from './equity-provider.contract';
import type { EquityHistory } from './equity-source';
import { describeEquitySource, type EquityStage } from './equity-source.contract';
import { openEquitySource } from './open-equity-source';

function openDirectory(market: EquityMarket): EquityStage {
  const directory = mkdtempSync(join(tmpdir(), 'candelabra-prices-'));
  writeEquityFiles(directory, market);
  return {
    source: openEquitySource({ provider: 'csv', directory }),
    stop: () => {
      rmSync(directory, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

describeEquitySource('csv', { exact: true, open: (market) => Promise.resolve(openDirectory(market)) });

describeEquityProvider('yahoo', { exact: false, secrets: [] });
describeEquityProvider('alpaca', { exact: true, secrets: ['PKFAKEFAKEFAKE', 'fake-secret-of-alpaca'] });
describeEquityProvider('tiingo', { exact: true, secrets: ['fake-token-of-tiingo'] });

describe('equity sources over one market', () => {
  const RANGE = { from: '2020-01-01', to: '2021-12-31' };
  const SPLITS = [
    { exDate: '2020-06-15', numerator: '3', denominator: '2' },
    { exDate: '2021-03-01', numerator: '1', denominator: '3' },
  ];

  /** Two years of a walk by chance, with two splits and a dividend each quarter. */
  function walk(random: () => number): EquityMarket {
    let price = 200;
    const days = sessionsBetween(Date.UTC(2020, 0), Date.UTC(2022, 0)).map(({ date }) => {
      const [open, close] = [price, price * (0.97 + 0.06 * random())];
      price = close;
      const [low, high] = [Math.min(open, close) * 0.99, Math.max(open, close) * 1.01];
      const [first, highest, lowest, last] = [open, high, low, close].map((value) => value.toFixed(2));
      const volume = String(3 * Math.round(random() * 1e6));
      return { date: formatDate(date), open: first, high: highest, low: lowest, close: last, volume };
    });
    const dividends = ['2020-02-07', '2020-06-15', '2020-11-06', '2021-02-05', '2021-11-05'].map((exDate) => {
      return { exDate, amount: (0.01 + random()).toFixed(3) };
    });
    return { stocks: { WALK: { days, splits: SPLITS, dividends } }, now: Date.UTC(2024, 0, 10) };
  }

  it.each([1, 2, 3])(
    'report the same history, to the last digit that each has room for (seed %d)',
    async (seed) => {
      const market = walk(seededRandom(seed));
      const servers = await Promise.all(
        (['yahoo', 'alpaca', 'tiingo'] as const).map((provider) => FakeEquityServer.start(provider, market)),
      );
      const directory = openDirectory(market);
      const sources = [directory.source, ...servers.map(({ settings }) => openEquitySource(settings))];
      const [csv, yahoo, alpaca, tiingo] = await Promise.all(
        sources.map((source) => source.fetchDaily('WALK', RANGE, new AbortController().signal)),
      );
      await Promise.all([directory, ...servers].map((stage) => stage.stop()));

      expect(csv.candles).toHaveLength(505);
      expect(csv.dividends).toHaveLength(5);
      expect(alpaca).toEqual(csv);
      expect(tiingo).toEqual(csv);
      const asFloats = ({ candles }: EquityHistory) =>
        candles.map(({ openTime, open, high, low, close, volume }) => {
          const floats = [open, high, low, close].map((price) => Math.fround(Number(price)));
          return [openTime, ...floats, Math.round(Number(volume))];
        });
      expect(asFloats(yahoo)).toEqual(asFloats(csv));
      expect(yahoo.splits).toEqual(csv.splits);
      expect(yahoo.dividends).toEqual(csv.dividends);
    },
  );
});
