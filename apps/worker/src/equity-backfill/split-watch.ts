import { Injectable } from '@nestjs/common';
import { type DateRange, EquityActions, type StoredSplit } from '#domain/equities/equity-actions';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { formatDate } from '#engine/market/parse-time';
import { validateCandlePrices } from '#engine/market/validate-candle';
import type { EquityHistory, SessionRange } from '#sources/equities/equity-source';
import { BackfillRefusal } from './backfill-refusal';
import { EquityCandles } from './equity-candles';
import { daysBefore, later } from './equity-sessions';
import type { PatientSource } from './patient-source';

/** Splits and dividends that are told late, or told otherwise later, are seen for so long. */
const OVERLAP_DAYS = 30;
/** What one request of the range's end brings of a symbol that is new. */
const YEAR_DAYS = 365;

/** Sees to it that stored prices hold every split that the provider's prices hold, before more of these are stored. */
@Injectable()
export class SplitWatch {
  constructor(
    private readonly candles: EquityCandles,
    private readonly actions: EquityActions,
  ) {}

  /** Asks for what happened since it was asked last; answers what the provider told. */
  async catchUp(
    row: EquityIngestSymbol,
    ordered: DateRange,
    source: PatientSource,
    today: string,
  ): Promise<{ range: SessionRange; history: EquityHistory }> {
    const { symbol } = row;
    const { provider } = source;
    const stored = await this.candles.storedTimes(symbol);
    const range = { from: await this.since(symbol, stored, ordered, provider, today), to: today };
    const history = await source.fetch(symbol, range);
    const first = stored.length > 0 ? formatDate(stored[0]) : undefined;
    if (first === undefined || !(await this.hasChanged(symbol, later(range.from, first), history))) {
      await this.actions.save(symbol, { provider, range, ...history }, today);
      return { range, history };
    }
    const whole = { from: first, to: today };
    const rewritten =
      range.from <= first ? { range, history } : { range: whole, history: await source.fetch(symbol, whole) };
    await this.rewrite(row, stored, rewritten.history, provider);
    // Only now: a worker that is killed before this leaves prices that its successor sees to be old, or finds new already.
    await this.actions.save(symbol, { provider, range: rewritten.range, ...rewritten.history }, today);
    return rewritten;
  }

  private async since(
    symbol: string,
    stored: Float64Array,
    { from, to }: DateRange,
    provider: string,
    today: string,
  ): Promise<string> {
    if (stored.length === 0) {
      const aYearAgo = daysBefore(today, YEAR_DAYS);
      return to > aYearAgo ? later(from, aYearAgo) : daysBefore(today, OVERLAP_DAYS);
    }
    const adjustedTo = await this.actions.adjustedTo(symbol, provider);
    return adjustedTo === undefined ? formatDate(stored[0]) : daysBefore(adjustedTo, OVERLAP_DAYS);
  }

  /** Whether the splits of a range that goes up to today are others than those known. */
  private async hasChanged(symbol: string, from: string, { splits }: EquityHistory): Promise<boolean> {
    // A split on the first stored session changed nothing that is stored.
    const isWithin = ({ exDate }: StoredSplit) => exDate > from;
    const known = (await this.actions.splits(symbol)).filter(isWithin);
    const told = splits.filter(isWithin);
    return known.length !== told.length || told.some((split) => !known.some((other) => isSame(split, other)));
  }

  /** All that is stored gets its new prices in one statement, or keeps the old ones: half of each would be a wrong chart. */
  private async rewrite(
    row: EquityIngestSymbol,
    stored: Float64Array,
    { candles }: EquityHistory,
    provider: string,
  ): Promise<void> {
    const times = new Set(stored);
    const sound = candles.filter(
      (candle) => times.has(candle.openTime) && validateCandlePrices(candle).length === 0,
    );
    if (sound.length < times.size) {
      const has = new Set(sound.map(({ openTime }) => openTime));
      const lacked = [...stored].filter((time) => !has.has(time));
      throw new BackfillRefusal(
        `${provider} tells of a split of ${row.symbol} and cannot tell the new prices of all that is stored: ` +
          `${lacked.length} sessions, the first ${formatDate(lacked[0])}; nothing was changed`,
      );
    }
    await this.candles.write(row, sound, times);
  }
}

function isSame(one: StoredSplit, other: StoredSplit): boolean {
  const ratio = ({ numerator, denominator }: StoredSplit) => Number(numerator) / Number(denominator);
  return one.exDate === other.exDate && ratio(one) === ratio(other);
}
