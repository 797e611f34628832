import { Injectable } from '@nestjs/common';
import { type DateRange, EquityActions, type StoredSplit } from '#domain/equities/equity-actions';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { toDecimalText } from '#engine/market/decimal-text';
import { formatDate } from '#engine/market/parse-time';
import { validateCandlePrices } from '#engine/market/validate-candle';
import { DAY_MILLISECONDS } from '#engine/market/xnys-dates';
import type { EquityHistory, SessionRange } from '#sources/equities/equity-source';
import { BackfillRefusal } from './backfill-refusal';
import { EquityCandles } from './equity-candles';
import { daysBefore, later } from './equity-sessions';
import type { PatientSource } from './patient-source';
import { comparePriceScale, type PriceScale } from './price-scale';
import { agreesBefore, compareSplits, isSameClose } from './split-comparison';

/** Splits and dividends that are published late, or changed later, are seen for so long. */
const OVERLAP_DAYS = 30;
/** What one request of the range's end brings of a symbol that is new. */
const YEAR_DAYS = 365;
/** What closes of two to four decimals bear. */
const FACTOR_DIGITS = 6;

interface Answer {
  readonly range: SessionRange;
  readonly history: EquityHistory;
}

interface CatchUp {
  readonly ordered: DateRange;
  readonly today: string;
  /** Sessions of the order are not stored. */
  readonly isGrowing: boolean;
}

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
    { ordered, today, isGrowing }: CatchUp,
    source: PatientSource,
  ): Promise<Answer> {
    const { symbol } = row;
    const stored = await this.candles.storedTimes(symbol);
    const adjustedTo = await this.actions.adjustedTo(symbol, source.provider);
    const range = { from: sinceOf(stored, adjustedTo, ordered, today), to: today };
    let answer: Answer = { range, history: await source.fetch(symbol, range) };
    if (stored.length > 0) {
      const first = formatDate(stored[0]);
      const isPartial = range.from > first;
      const isSamePrice = isPartial && isGrowing ? await this.isSameAtFirst(symbol, stored[0], source) : true;
      let scale = await this.scaleOf(symbol, answer);
      let change = await this.changeOf(symbol, first, answer);
      if (isPartial && !(isSamePrice && change.isSame && scale.kind === 'same')) {
        const whole = { from: first, to: today };
        answer = { range: whole, history: await source.fetch(symbol, whole) };
        change = await this.changeOf(symbol, first, answer);
        scale = await this.scaleOf(symbol, answer);
      }
      // Splits can be noted that are not in the stored prices, where these are others.
      const judged = isSamePrice === false ? change.published : change.added;
      const isOfSplits = !change.isSame || judged.length > 0;
      const agrees = !isOfSplits || (await this.agrees(symbol, judged, answer.history));
      if (isOfSplits && agrees && adjustedTo !== undefined && !change.isMoved) {
        throw notAdjusted(source.provider, symbol, change.added);
      }
      // Prices that somebody imported, or that a worker wrote before it was killed, can be the new ones already.
      if (!agrees) await this.rewrite(row, stored, answer.history, source.provider, 'reports a split of');
      else if (scale.kind === 'rescaled') await this.rescale(row, stored, answer, scale.factor, source);
      else if (scale.kind === 'different') throw notComparable(source.provider, symbol, scale);
      await this.actions.finishRescaling(symbol);
      if (change.isConfirmed) await this.actions.forgetImpliedFactors(symbol);
    }
    await this.actions.save(
      symbol,
      { provider: source.provider, range: answer.range, ...answer.history },
      today,
    );
    return answer;
  }

  private async isSameAtFirst(
    symbol: string,
    openTime: number,
    source: PatientSource,
  ): Promise<boolean | undefined> {
    const [date, dayAfter] = [formatDate(openTime), formatDate(openTime + DAY_MILLISECONDS)];
    const [close] = await this.actions.closesBefore(symbol, [dayAfter]);
    const { candles } = await source.fetch(symbol, { from: date, to: date });
    return isSameClose(close, candles);
  }

  /** A split on the first stored session changed nothing that is stored. */
  private async changeOf(symbol: string, first: string, { range, history }: Answer) {
    const from = later(range.from, first);
    const known = (await this.actions.splits(symbol)).filter(({ exDate }) => exDate > from);
    const published = history.splits.filter(({ exDate }) => exDate > from);
    return { published, ...compareSplits(known, published, await this.actions.impliedFactors(symbol)) };
  }

  private async scaleOf(symbol: string, { range, history }: Answer): Promise<PriceScale> {
    return comparePriceScale(await this.actions.closesFrom(symbol, range.from), history.candles);
  }

  /** All that is stored gets the provider's new prices, and the factor is kept with the symbol's actions. */
  private async rescale(
    row: EquityIngestSymbol,
    stored: Float64Array,
    { history }: Answer,
    factor: number,
    { provider }: PatientSource,
  ): Promise<void> {
    await this.actions.beginRescaling(row.symbol, {
      exDate: formatDate(stored[stored.length - 1] + DAY_MILLISECONDS),
      factor: toDecimalText(Number(factor.toPrecision(FACTOR_DIGITS))),
    });
    await this.rewrite(row, stored, history, provider, 'has another price scale for');
  }

  private async agrees(
    symbol: string,
    added: readonly StoredSplit[],
    { candles }: EquityHistory,
  ): Promise<boolean> {
    const exDates = added.map(({ exDate }) => exDate);
    return agreesBefore(added, await this.actions.closesBefore(symbol, exDates), candles);
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
    // Until the split is noted nobody knows which prices are stored: whoever comes after a kill has to look.
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

function notComparable(
  provider: string,
  symbol: string,
  { since, sessions }: PriceScale & { kind: 'different' },
): BackfillRefusal {
  return new BackfillRefusal(
    `${provider}'s prices of ${symbol} differ from the stored ones in ${sessions} sessions, the first ${formatDate(since)}, ` +
      'without a split and without one ratio over at least 20 sessions; nothing was changed',
  );
}

function notAdjusted(
  provider: string,
  symbol: string,
  [{ exDate }]: readonly StoredSplit[],
): BackfillRefusal {
  return new BackfillRefusal(
    `${provider} reports a split of ${symbol} on ${exDate}, but its own prices before that are the old ones still; ` +
      'nothing was changed',
  );
}
