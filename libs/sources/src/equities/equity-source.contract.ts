import { formatDate } from '#engine/market/parse-time';
import type { EquityMarket, TradedDay } from '../../../../test/fake-equities/equity-market';
import type { EquityHistory, EquitySource, SessionRange } from './equity-source';

export interface EquityStage {
  readonly source: EquitySource;
  readonly stop: () => Promise<void>;
}

/**
 * Apple's splits of 2014 (seven for one) and 2020 (four for one), and dividends on three dates. The prices and volumes are
 * invented, each number another one so that none can be mistaken for its neighbour. Adjusted they are what Python's decimal
 * module makes of them, divided by 28 or 4 and rounded half to even to ten decimal places.
 */
const APPLE = {
  days: [
    traded('2014-05-08', '610.01', '620.02', '600.03', '615.04', '1000100'),
    traded('2014-06-06', '660.05', '670.06', '650.07', '665.08', '2000200'),
    traded('2014-06-09', '90.70', '95.80', '90.60', '95.50', '3000300'),
    traded('2020-08-07', '440.09', '450.10', '430.11', '445.12', '4000400'),
    traded('2020-08-28', '500.13', '510.14', '490.15', '505.16', '5000500'),
    traded('2020-08-31', '125.10', '130.00', '120.00', '128.20', '6000600'),
    traded('2020-11-06', '118.30', '119.20', '116.10', '117.40', '7000700'),
  ],
  splits: [
    { exDate: '2014-06-09', numerator: '7', denominator: '1' },
    { exDate: '2020-08-31', numerator: '4', denominator: '1' },
  ],
  dividends: [
    { exDate: '2014-05-08', amount: '3.29' },
    { exDate: '2020-08-07', amount: '0.82' },
    { exDate: '2020-11-06', amount: '0.205' },
  ],
  emptyDates: ['2014-07-04'],
};

const ADJUSTED = [
  '2014-05-08 21.7860714286 22.1435714286 21.4296428571 21.9657142857 28002800',
  '2014-06-06 23.5732142857 23.9307142857 23.2167857143 23.7528571429 56005600',
  '2014-06-09 22.675 23.95 22.65 23.875 12001200',
  '2020-08-07 110.0225 112.525 107.5275 111.28 16001600',
  '2020-08-28 125.0325 127.535 122.5375 126.29 20002000',
  '2020-08-31 125.1 130 120 128.2 6000600',
  '2020-11-06 118.3 119.2 116.1 117.4 7000700',
];

/** One for ten: a share of before is a tenth of one, whole numbers of shares need not stay whole. */
const REVERSED = {
  days: [
    traded('2023-03-01', '0.5123', '0.55', '0.5', '0.51', '123450'),
    traded('2023-03-02', '5.2', '5.4', '5.1', '5.3', '20000'),
  ],
  splits: [{ exDate: '2023-03-02', numerator: '1', denominator: '10' }],
};

export function appleMarket(): EquityMarket {
  return { stocks: { AAPL: APPLE, 'BRK-B': REVERSED, '^GSPC': REVERSED }, now: Date.UTC(2024, 0, 10, 12) };
}

function traded(
  date: string,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
): TradedDay {
  return { date, open, high, low, close, volume };
}

/** What every equity source owes, over the same market. `exact`: whether it reports every digit, not a 32-bit float. */
export function describeEquitySource(
  name: string,
  { exact, open }: { exact: boolean; open: (market: EquityMarket) => Promise<EquityStage> },
): void {
  describe(`${name} as an equity source`, () => {
    let market: EquityMarket;
    let stage: EquityStage;
    const unaborted = new AbortController().signal;
    beforeEach(() => {
      market = appleMarket();
    });
    afterEach(() => stage.stop());

    const fetch = async (symbol: string, from: string, to: string, signal = unaborted) => {
      stage = await open(market);
      return stage.source.fetchDaily(symbol, { from, to }, signal);
    };
    /** Dates exactly, numbers to what the format bears. */
    const expectCandles = ({ candles }: EquityHistory, expected: readonly string[]) => {
      const reported = candles.map(({ openTime, open, high, low, close, volume }) => {
        return [formatDate(openTime), open, high, low, close, volume].join(' ');
      });
      const borne = (lines: readonly string[]) =>
        exact ? lines : lines.map((line) => line.split(' ').map((field, index) => asFloat(field, index)));
      expect(borne(reported)).toEqual(borne(expected));
    };

    it('adjusts prices and volumes for both splits of Apple, and dividends for those after them', async () => {
      const history = await fetch('AAPL', '2014-01-01', '2023-12-31');

      expectCandles(history, ADJUSTED);
      expect(history.splits).toEqual(APPLE.splits);
      expect(history.dividends).toEqual([
        { exDate: '2014-05-08', amount: '0.1175' },
        { exDate: '2020-08-07', amount: '0.205' },
        { exDate: '2020-11-06', amount: '0.205' },
      ]);
    });

    it('adjusts for a split that lies after the range', async () => {
      const history = await fetch('AAPL', '2014-05-08', '2014-06-06');

      expectCandles(history, ADJUSTED.slice(0, 2));
      expect(history).toMatchObject({
        splits: [],
        dividends: [{ exDate: '2014-05-08', amount: '0.1175' }],
      });
    });

    it.each(['BRK-B', '^GSPC'])('adjusts %s for a reverse split', async (symbol) => {
      const { candles, splits } = await fetch(symbol, '2023-03-01', '2023-03-02');

      expect(candles.map(({ open, close }) => [open, close])).toEqual([
        ['5.123', '5.1'],
        ['5.2', '5.3'],
      ]);
      expect(candles.map(({ volume }) => Number(volume))).toEqual([12_345, 20_000]);
      expect(splits).toEqual([{ exDate: '2023-03-02', numerator: '1', denominator: '10' }]);
    });

    it('answers with the first and the last day of the range, and with none where nothing was traded', async () => {
      expectCandles(await fetch('AAPL', '2014-06-09', '2020-08-28'), ADJUSTED.slice(2, 5));
      await stage.stop();
      expect(await fetch('AAPL', '2014-06-07', '2014-06-08')).toEqual({
        candles: [],
        splits: [],
        dividends: [],
      });
      await stage.stop();
      expect((await fetch('AAPL', '1980-01-01', '2014-01-01')).candles).toEqual([]);
    });

    it('answers ascending and each day once, the later of two, in whatever order they come', async () => {
      market.arrange = (days) => {
        const wrong = { ...days[0], open: '1', high: '1', low: '1', close: '1' };
        return [wrong, ...[...days].reverse()];
      };

      expectCandles(await fetch('AAPL', '2014-01-01', '2023-12-31'), ADJUSTED);
    });

    it.each(['NOSUCH', 'constructor'])('refuses %s, a symbol that it does not have', async (symbol) => {
      await expect(fetch(symbol, '2014-01-01', '2014-12-31')).rejects.toMatchObject({
        name: 'SourceFailure',
        kind: 'unsupported',
        message: expect.stringContaining(symbol),
      });
    });

    it.each([
      '',
      '.',
      '..',
      '../AAPL',
      'A/B',
      'A\\B',
      'A\0',
      'A B',
      'A,B',
      'A?x=1',
      'A#',
      '%41',
      'Ä',
      '\ud800',
    ])('refuses what is no symbol, %j, before any request', async (symbol) => {
      await expect(fetch(symbol, '2014-01-01', '2014-12-31')).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringContaining('the symbol of a share has 1 to 64 letters'),
      });
    });

    it.each<SessionRange>([
      { from: '2014-02-30', to: '2014-12-31' },
      { from: '2014-01-01', to: 'today' },
    ])('is not requested for %j, which are no dates', async ({ from, to }) => {
      await expect(fetch('AAPL', from, to)).rejects.toThrow(RangeError);
    });

    it('rejects a fetch that is aborted with the reason', async () => {
      const stop = new AbortController();
      stop.abort(new Error('no longer wanted'));

      await expect(fetch('AAPL', '2014-01-01', '2014-12-31', stop.signal)).rejects.toThrow(
        'no longer wanted',
      );
    });
  });
}

function asFloat(field: string, index: number): string | number {
  return index === 0 ? field : Math.fround(Number(field));
}
