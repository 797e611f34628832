import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { FakeStock, TradedDay, WireFault, WireRow } from '../../../../test/fake-equities/equity-market';
import { dateOf, rangeOf, sessionCandles } from './equity-files';
import type { EquityIngests, Ingest } from './equity-ingests';

type Provider = 'csv' | 'yahoo' | 'alpaca' | 'tiingo';

interface FaultStage {
  readonly provider: Provider;
  readonly ingests: () => EquityIngests;
  /** What the provider answers from now on. */
  readonly show: (stocks: Readonly<Record<string, FakeStock>>) => void;
}

/** The outcome of a symbol: everything is stored, everything but some rows, or nothing with this reason. */
type Outcome =
  | 'equal'
  | { readonly without: readonly number[]; readonly reason: RegExp | null }
  | { readonly nothing: RegExp };

interface FaultCase extends WireFault {
  readonly outcome: Readonly<Record<Provider, Outcome>>;
}

const everywhere = (outcome: Outcome) => ({ csv: outcome, yahoo: outcome, alpaca: outcome, tiingo: outcome });
const SESSIONS = sessionCandles({ from: 60, to: 4 });
const RANGE = rangeOf(SESSIONS);
const BAD = 5;
const NEWEST = 10;
/** Of one session, whatever range an answer is about. */
const replaced = (change: (row: WireRow) => WireRow) => (rows: readonly WireRow[]) =>
  rows.map((row) => (row.date === dateOf(SESSIONS[BAD]) ? change(row) : row));

/** The Saturday after the first session. */
function weekend(): string {
  const first = SESSIONS[0].openTime;
  const days = (6 - first.getUTCDay() + 7) % 7 || 7;
  return new Date(first.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

const IN_QUARANTINE: Outcome = { without: [BAD], reason: /broke a rule wait in quarantine: 1$/ };
const NO_SESSION = /has no session of [A-Z_]+ from/;
const NEVER_A_BAR = /^alpaca: no [A-Z_]+: there never was a bar of it$/;

/** What providers have answered, or could: the same list for each of them. */
const FAULTS: Readonly<Record<string, FaultCase>> = {
  NO_FAULT: { outcome: everywhere('equal') },
  REPEATED: { rows: (rows) => rows.flatMap((row) => [row, row]), outcome: everywhere('equal') },
  REVERSED: { rows: (rows) => [...rows].reverse(), outcome: everywhere('equal') },
  TEXTS: {
    rows: (rows) =>
      rows.map(({ date, open, high, low, close, volume }) => ({
        date,
        open: String(open),
        high: String(high),
        low: String(low),
        close: String(close),
        volume: String(volume),
      })),
    outcome: everywhere('equal'),
  },
  BEYOND_RANGE: {
    rows: (rows) => [{ ...rows[0], date: '2001-03-01' }, ...rows],
    outcome: everywhere('equal'),
  },
  WEEKEND: { rows: (rows) => [...rows, { ...rows[0], date: weekend() }], outcome: everywhere('equal') },
  RULE_BROKEN: {
    rows: replaced((row) => ({ ...row, high: Number(row.low) / 2 })),
    outcome: everywhere(IN_QUARANTINE),
  },
  UNEQUAL: {
    rows: replaced((row) => ({ ...row, close: undefined })),
    outcome: {
      // One column alone is shorter: which rows its values belong to, nobody knows.
      yahoo: { nothing: /^yahoo: quote\.close has \d+ values for \d+ timestamps$/ },
      csv: { nothing: /UNEQUAL\.csv, line 7: it has 5 fields where the first line has 6/ },
      alpaca: IN_QUARANTINE,
      tiingo: IN_QUARANTINE,
    },
  },
  NULL: {
    rows: replaced((row) => ({ ...row, close: null })),
    outcome: {
      // How Yahoo writes a day without trading; reported between others twice, it is one.
      yahoo: { without: [BAD], reason: null },
      csv: { nothing: /NULL\.csv, line 7: close must be a decimal string/ },
      alpaca: IN_QUARANTINE,
      tiingo: IN_QUARANTINE,
    },
  },
  INTRADAY: {
    rows: (rows) =>
      rows.flatMap((row) => ['15:30:00', '17:30:00', '19:30:00'].map((time) => ({ ...row, time }))),
    granularity: '1h',
    outcome: {
      yahoo: { nothing: /^yahoo: meta\.dataGranularity is "1h" where 1d was requested$/ },
      csv: { nothing: /INTRADAY\.csv, line 2: date must be a session's date/ },
      alpaca: { nothing: /^alpaca: two rows of \S+, .* where daily ones were requested$/ },
      tiingo: { nothing: /^tiingo: two rows of \S+, .* where daily ones were requested$/ },
    },
  },
  ANOTHER_SYMBOL: {
    symbol: 'OTHER',
    outcome: {
      yahoo: { nothing: /^yahoo: meta\.symbol is "OTHER" where ANOTHER_SYMBOL was requested$/ },
      alpaca: { nothing: NEVER_A_BAR },
      // Their answers name no symbol.
      csv: 'equal',
      tiingo: 'equal',
    },
  },
  EMPTY: {
    rows: () => [],
    outcome: { ...everywhere({ nothing: NO_SESSION }), alpaca: { nothing: NEVER_A_BAR } },
  },
  CUT: {
    rows: (rows) => rows.filter(({ date }) => date >= dateOf(SESSIONS[SESSIONS.length - NEWEST])),
    outcome: everywhere({ without: [...SESSIONS.keys()].slice(0, -NEWEST), reason: null }),
  },
};

/** Tests of an ingest from a provider whose answers have faults; symbols of their own. */
export function describeEquityFaults({ provider, ingests, show }: FaultStage): void {
  describe(`from ${provider}, whose answers have faults`, () => {
    let ingested: Ingest;
    const outcomeOf = (symbol: string) => ingested.symbols.find((row) => row.symbol === symbol)!;

    beforeAll(async () => {
      const days = SESSIONS.map(toDay);
      show(Object.fromEntries(Object.entries(FAULTS).map(([symbol, fault]) => [symbol, { days, fault }])));
      ingested = await ingests().ingest(Object.keys(FAULTS), RANGE);
    });

    it.each(Object.entries(FAULTS))(
      '%s: stores what is delivered correctly, or says why not',
      async (symbol, fault) => {
        const outcome = fault.outcome[provider];
        const stored = await ingests().stored(symbol);
        const row = outcomeOf(symbol);
        if (typeof outcome === 'object' && 'nothing' in outcome) {
          expect(row).toMatchObject({ status: 'failed', inserted: 0 });
          expect(row.error).toMatch(outcome.nothing);
          expect(stored).toEqual([]);
          return;
        }
        const { without, reason } = outcome === 'equal' ? { without: [], reason: null } : outcome;
        expect(numbersOf(stored)).toEqual(numbersOf(SESSIONS.filter((_, index) => !without.includes(index))));
        // What is not stored is counted.
        expect(row).toMatchObject({ inserted: SESSIONS.length - without.length });
        expect(row.refused + row.missing + row.before_listing).toBe(without.length);
        if (reason) expect(row.error).toMatch(reason);
        else expect(row).toMatchObject({ status: 'completed', error: null });
      },
    );

    it('follows a whole history to another price scale, and writes nothing where only a part of it has one', async () => {
      const halved = sessionCandles({ from: 60, to: 4 }, { ratio: 2 });
      const both = ['SCALE', 'MIXED'];
      const showAll = (scale: readonly CandleToWrite[], mixed: readonly CandleToWrite[]) =>
        show({ SCALE: { days: scale.map(toDay) }, MIXED: { days: mixed.map(toDay) } });
      const before = SESSIONS.slice(0, -5);
      showAll(before, before);
      await ingests().ingest(both, { ...RANGE, end_date: dateOf(before[before.length - 1]) });
      showAll(halved, [...SESSIONS.slice(0, 15), ...halved.slice(15)]);
      const { symbols } = await ingests().ingest(both, RANGE);
      expect(symbols).toMatchObject([
        {
          symbol: 'MIXED',
          status: 'failed',
          inserted: 0,
          error: expect.stringMatching(
            /prices of MIXED differ from the stored ones in \d+ sessions/,
          ) as string,
        },
        { symbol: 'SCALE', status: 'completed', inserted: 5, updated: before.length },
      ]);
      expect(numbersOf(await ingests().stored('SCALE'))).toEqual(numbersOf(halved));
      expect(numbersOf(await ingests().stored('MIXED'))).toEqual(numbersOf(before));
    });
  });
}

function toDay(candle: CandleToWrite): TradedDay {
  const { open, high, low, close, volume } = candle;
  return { date: dateOf(candle), open, high, low, close, volume };
}

/** Providers write numbers without zeros at the end. */
function numbersOf(candles: readonly CandleToWrite[]): number[][] {
  return candles.map(({ openTime, open, high, low, close, volume }) => [
    openTime.getTime(),
    ...[open, high, low, close, volume].map(Number),
  ]);
}
