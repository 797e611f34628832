import { parseDate } from '#engine/market/parse-time';
import { xnysSession } from '#engine/calendar/xnys-sessions';
import type { Dividend, Split } from '#sources/equities/equity-source';

/** A session as it was traded, before any split that came later; numbers as decimal text. */
export interface TradedDay {
  readonly date: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

type WireValue = string | number | null | undefined;

/** A session in an answer; values as its format writes them, undefined ones left out. */
export interface WireRow {
  readonly date: string;
  /** hh:mm:ss UTC instead of the provider's own time of daily rows. */
  readonly time?: string;
  readonly open: WireValue;
  readonly high: WireValue;
  readonly low: WireValue;
  readonly close: WireValue;
  readonly volume: WireValue;
}

/** What is wrong with answers about a stock, whatever the provider's format. */
export interface WireFault {
  readonly rows?: (rows: readonly WireRow[]) => readonly WireRow[];
  /** Where the format names them. */
  readonly symbol?: string;
  readonly granularity?: string;
}

export interface FakeStock {
  readonly fault?: WireFault;
  readonly days: readonly TradedDay[];
  readonly splits?: readonly Split[];
  /** As they were paid. */
  readonly dividends?: readonly Dividend[];
  /** Days of which Yahoo answers a row of nothing. */
  readonly emptyDates?: readonly string[];
}

/** What was traded, by symbol, and what time it is there: later sessions have not happened, the one of now is on its way. */
export interface EquityMarket {
  stocks: Readonly<Record<string, FakeStock>>;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** What happens to the order of days on their way out. */
  arrange?: (days: readonly TradedDay[]) => readonly TradedDay[];
}

export interface HappenedDay extends TradedDay {
  /** Of the session, in ms. */
  readonly opens: number;
  readonly closes: number;
}

export function faultyRows({ fault }: FakeStock, rows: readonly WireRow[]): readonly WireRow[] {
  return fault?.rows?.(rows) ?? rows;
}

/** The sessions that have begun, in the market's arrangement. */
export function happenedDays(
  { now, arrange = (days) => days }: EquityMarket,
  stock: FakeStock,
): HappenedDay[] {
  return arrange(stock.days)
    .map((day) => {
      const session = xnysSession(parseDate(day.date)!);
      if (!session) throw new Error(`${day.date} was no session in New York`);
      return { ...day, opens: session.open, closes: session.close };
    })
    .filter(({ opens }) => opens <= now);
}

/** A price or an amount per share in shares of now: by floats and ten digits after the point, which prices below 10,000 bear. */
export function splitAdjusted(market: EquityMarket, stock: FakeStock, amount: string, date: string): string {
  return tenDigits(Number(amount) / sharesFor(market, stock, date));
}

export function splitAdjustedShares(
  market: EquityMarket,
  stock: FakeStock,
  count: string,
  date: string,
): string {
  return tenDigits(Number(count) * sharesFor(market, stock, date));
}

/** How many shares of now one share of a date has become. */
function sharesFor({ now }: EquityMarket, { splits = [] }: FakeStock, date: string): number {
  const since = splits.filter(({ exDate }) => exDate > date && parseDate(exDate)! <= now);
  return since.reduce(
    (shares, { numerator, denominator }) => (shares * Number(numerator)) / Number(denominator),
    1,
  );
}

function tenDigits(value: number): string {
  return value.toFixed(10).replace(/\.?0+$/, '');
}
