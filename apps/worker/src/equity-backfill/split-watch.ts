import { Injectable } from '@nestjs/common';
import { type DateRange, EquityActions, type StoredSplit } from '#domain/equities/equity-actions';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate } from '#engine/market/parse-time';
import { validateCandlePrices } from '#engine/market/validate-candle';
import type { EquityHistory, SessionRange } from '#sources/equities/equity-source';
import { BackfillRefusal, notAdjusted, notComparable } from './backfill-refusal';
import { EquityCandles } from './equity-candles';
import { daysBefore, later } from './equity-sessions';
import type { PatientSource } from './patient-source';
import { comparePriceScale, type PriceScale } from './price-scale';
import {
  agreesBefore,
  type CloseComparison,
  compareClose,
  compareSplits,
  type SplitChange,
} from './split-comparison';

/** Splits and dividends that are published late, or changed later, are seen for so long. */
const OVERLAP_DAYS = 30;
/** What one request of the range's end brings of a symbol that is new. */
const YEAR_DAYS = 365;
/** What closes of two to four decimals bear. */
const FACTOR_DIGITS = 6;

/** What the provider reported of a range. */
export interface Answer {
  readonly range: SessionRange;
  readonly history: EquityHistory;
}

interface CatchUp {
  readonly requested: DateRange;
  readonly today: string;
  /** Requested sessions are not stored. */
  readonly isGrowing: boolean;
}

/** What the provider reported, next to what is stored. */
interface Comparison {
  readonly answer: Answer;
  readonly change: SplitChange & { readonly published: readonly StoredSplit[] };
  readonly scale: PriceScale;
}

/**
 * How stored prices relate to the provider's, and what follows:
 *
 * - `same`: nothing is to be done
 * - `split`: the provider's prices hold a split that the stored ones do not: they are rewritten
 * - `unadjusted`: the provider reports a split that its own prices do not hold: nothing is changed
 * - `rescaled`: all are in one ratio without a split: they are rewritten, and the ratio is kept
 * - `different`: there is no common ratio: nothing is changed
 */
type StoredPrices =
  PriceScale | { readonly kind: 'split' } | { readonly kind: 'unadjusted'; readonly exDate: string };

/** Sees to it that stored prices hold every split that the provider's prices hold, before more of these are stored. */
@Injectable()
export class SplitWatch {
  constructor(
    private readonly candles: EquityCandles,
    private readonly actions: EquityActions,
  ) {}

  /**
   * Requests what happened since the last request; returns what the provider reported. Before the stored history grows, the
   * provider's price of its first session has to be the stored one: a split that is published late changed it, whenever it was.
   */
  async catchUp(
    row: EquityIngestSymbol,
    { requested, today, isGrowing }: CatchUp,
    source: PatientSource,
  ): Promise<Answer> {
    const { symbol } = row;
    const { provider } = source;
    const stored = await this.candles.storedTimes(symbol);
    const adjustedTo = await this.actions.adjustedTo(symbol, provider);
    const range = { from: sinceOf(stored, adjustedTo, requested, today), to: today };
    let answer: Answer = { range, history: await source.fetch(symbol, range) };
    if (stored.length > 0) {
      const comparesFirst = isGrowing && range.from > formatDate(stored[0]);
      const firstClose = comparesFirst ? await this.compareFirstClose(symbol, stored[0], source) : 'same';
      const comparison = await this.compare(symbol, stored, answer, firstClose, source);
      answer = comparison.answer;
      const prices = await this.judge(symbol, comparison, firstClose, adjustedTo !== undefined);
      await this.carryOut(row, prices, stored, answer.history, provider);
      await this.actions.finishRescaling(symbol);
      if (comparison.change.isConfirmed) await this.actions.forgetImpliedFactors(symbol);
    }
    await this.actions.save(symbol, { provider, range: answer.range, ...answer.history }, today);
    return answer;
  }

  /** Compares what was answered; where that is a part and anything differs, all that is stored is requested and compared. */
  private async compare(
    symbol: string,
    stored: Float64Array,
    answer: Answer,
    firstClose: CloseComparison,
    source: PatientSource,
  ): Promise<Comparison> {
    const first = formatDate(stored[0]);
    const comparison = await this.comparisonOf(symbol, first, answer);
    const isSame = firstClose === 'same' && comparison.change.isSame && comparison.scale.kind === 'same';
    if (answer.range.from <= first || isSame) return comparison;
    const whole = { from: first, to: answer.range.to };
    return this.comparisonOf(symbol, first, { range: whole, history: await source.fetch(symbol, whole) });
  }

  private async judge(
    symbol: string,
    { answer, change, scale }: Comparison,
    firstClose: CloseComparison,
    isAdjusted: boolean,
  ): Promise<StoredPrices> {
    // Splits can be noted that are not in the stored prices, where these are others.
    const splits = firstClose === 'different' ? change.published : change.added;
    if (change.isSame && splits.length === 0) return scale;
    // Prices that somebody imported, or that a worker wrote before it was killed, can be the new ones already.
    if (!(await this.agrees(symbol, splits, answer.history))) return { kind: 'split' };
    if (!isAdjusted || change.isMoved) return scale;
    return { kind: 'unadjusted', exDate: (change.added.at(0) ?? splits[0]).exDate };
  }

  private async carryOut(
    row: EquityIngestSymbol,
    prices: StoredPrices,
    stored: Float64Array,
    history: EquityHistory,
    provider: string,
  ): Promise<void> {
    switch (prices.kind) {
      case 'same':
        return;
      case 'split':
        return this.rewrite(row, stored, history, provider, 'reports a split of');
      case 'unadjusted':
        throw notAdjusted(provider, row.symbol, prices.exDate);
      case 'rescaled':
        return this.rescale(row, stored, history, prices.factor, provider);
      case 'different':
        throw notComparable(provider, row.symbol, prices);
    }
  }

  private async compareFirstClose(
    symbol: string,
    openTime: number,
    source: PatientSource,
  ): Promise<CloseComparison> {
    const [date, dayAfter] = [formatDate(openTime), formatDate(openTime + DAY_MILLISECONDS)];
    const [close] = await this.actions.closesBefore(symbol, [dayAfter]);
    const { candles } = await source.fetch(symbol, { from: date, to: date });
    return compareClose(close, candles);
  }

  /** A split on the first stored session changed nothing that is stored. */
  private async comparisonOf(symbol: string, first: string, answer: Answer): Promise<Comparison> {
    const { range, history } = answer;
    const scale = comparePriceScale(await this.actions.closesFrom(symbol, range.from), history.candles);
    const from = later(range.from, first);
    const known = (await this.actions.splits(symbol)).filter(({ exDate }) => exDate > from);
    const published = history.splits.filter(({ exDate }) => exDate > from);
    const change = compareSplits(known, published, await this.actions.impliedFactors(symbol));
    return { answer, change: { ...change, published }, scale };
  }

  /** All that is stored gets the provider's new prices, and the factor is kept with the symbol's actions. */
  private async rescale(
    row: EquityIngestSymbol,
    stored: Float64Array,
    history: EquityHistory,
    factor: number,
    provider: string,
  ): Promise<void> {
    await this.actions.beginRescaling(row.symbol, {
      exDate: formatDate(stored[stored.length - 1] + DAY_MILLISECONDS),
      factor: toDecimalText(Number(factor.toPrecision(FACTOR_DIGITS))),
    });
    await this.rewrite(row, stored, history, provider, 'has another price scale for');
  }

  private async agrees(
    symbol: string,
    splits: readonly StoredSplit[],
    { candles }: EquityHistory,
  ): Promise<boolean> {
    const exDates = splits.map(({ exDate }) => exDate);
    return agreesBefore(splits, await this.actions.closesBefore(symbol, exDates), candles);
  }

  /** All that is stored gets its new prices in one statement, or keeps the old ones: half of each would be a wrong chart. */
  private async rewrite(
    row: EquityIngestSymbol,
    stored: Float64Array,
    { candles }: EquityHistory,
    provider: string,
    reason: string,
  ): Promise<void> {
    const times = new Set(stored);
    const sound = candles.filter(
      (candle) => times.has(candle.openTime) && validateCandlePrices(candle).length === 0,
    );
    if (sound.length < times.size) {
      const has = new Set(sound.map(({ openTime }) => openTime));
      const lacked = [...stored].filter((time) => !has.has(time));
      throw new BackfillRefusal(
        `${provider} ${reason} ${row.symbol} and does not have the new prices of all that is stored: ` +
          `${lacked.length} sessions, the first ${formatDate(lacked[0])}; nothing was changed`,
      );
    }
    // Until the split is noted nobody knows which prices are stored: whoever comes after a kill has to compare.
    await this.actions.forgetAdjustment(row.symbol);
    await this.candles.write(row, sound, times);
  }
}

function sinceOf(
  stored: Float64Array,
  adjustedTo: string | undefined,
  { from, to }: DateRange,
  today: string,
): string {
  if (stored.length === 0) {
    const aYearAgo = daysBefore(today, YEAR_DAYS);
    return to > aYearAgo ? later(from, aYearAgo) : daysBefore(today, OVERLAP_DAYS);
  }
  return adjustedTo === undefined ? formatDate(stored[0]) : daysBefore(adjustedTo, OVERLAP_DAYS);
}
