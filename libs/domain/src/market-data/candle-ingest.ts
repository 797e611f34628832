import { Inject, Injectable } from '@nestjs/common';
import { intervalSeconds } from '#engine/market/interval';
import { isOutlierClose, OUTLIER_FACTOR, OUTLIER_WINDOW } from '#engine/market/outlier';
import {
  type FieldProblem,
  validateCandlePrices,
  validateOnGrid,
  validateOpenTime,
} from '#engine/market/validate-candle';
import { CANDLE_ANNOUNCER, type CandleAnnouncer } from './candle-announcer';
import { CandleQuarantine, type CandleToQuarantine } from './candle-quarantine';
import type { CandleSource } from './candle-source';
import {
  type CandleToWrite,
  CandlestickStore,
  type SeriesBatch,
  type SeriesWrite,
} from './candlestick.store';
import { type SeriesName, SeriesRepository } from './series.repository';

interface RefusedCandle {
  /** Its place in what was given. */
  readonly index: number;
  readonly problems: readonly FieldProblem[];
}

export interface IngestResult extends Pick<SeriesWrite, 'seriesId' | 'inserted' | 'updated'> {
  readonly refused: readonly RefusedCandle[];
}

export interface NamedCandles {
  readonly name: SeriesName;
  readonly candles: readonly CandleToWrite[];
}

interface NamedBatch extends SeriesBatch {
  readonly name: SeriesName;
}

export interface SourceIngestResult {
  readonly written: readonly SeriesWrite[];
  readonly quarantined: number;
}

/** The one way in for candles, whoever brings them: what breaks a rule is answered or kept apart, the rest is stored. */
@Injectable()
export class CandleIngest {
  constructor(
    private readonly series: SeriesRepository,
    private readonly store: CandlestickStore,
    private readonly quarantine: CandleQuarantine,
    @Inject(CANDLE_ANNOUNCER) private readonly announcer: CandleAnnouncer,
  ) {}

  /** From somebody who hears of a refusal: what breaks a rule is answered. */
  async ingest(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    { allowOutliers = false } = {},
  ): Promise<IngestResult> {
    const refused: RefusedCandle[] = [];
    const now = Date.now();
    const wellFormed = candles
      .map((candle, index) => ({ candle, index }))
      .filter(({ candle, index }) => {
        const problems = problemsOf(candle, now);
        if (problems.length > 0) refused.push({ index, problems });
        return problems.length === 0;
      });
    if (wellFormed.length === 0) return { seriesId: 0, inserted: 0, updated: 0, refused };

    const seriesId = await this.series.idOf(name);
    const outliers = allowOutliers ? new Set<number>() : await this.findOutliers(seriesId, wellFormed);
    for (const index of outliers) refused.push({ index, problems: [OUTLIER_PROBLEM] });
    const accepted = wellFormed.filter(({ index }) => !outliers.has(index)).map(({ candle }) => candle);
    const write = (await this.write([{ name, seriesId, interval: name.interval, candles: accepted }])).at(0);
    return { seriesId, inserted: write?.inserted ?? 0, updated: write?.updated ?? 0, refused };
  }

  /**
   * From a connector of ours, each series named once: what breaks a rule goes into quarantine with the reason, and what
   * does not lie on its interval's grid breaks one.
   */
  async ingestFromSource(
    batches: readonly NamedCandles[],
    source: CandleSource,
  ): Promise<SourceIngestResult> {
    const now = Date.now();
    const refused: CandleToQuarantine[] = [];
    const accepted: NamedBatch[] = [];
    for (const { name, candles } of batches) {
      const sound = candles.filter((candle) => {
        const problems = problemsOf(candle, now);
        problems.push(...validateOnGrid(candle.openTime.getTime(), intervalSeconds(name.interval)));
        if (problems.length > 0) refused.push({ name, candle, reason: sentenceOf(problems) });
        return problems.length === 0;
      });
      if (sound.length === 0) continue;
      accepted.push({
        name,
        seriesId: await this.series.idOf(name),
        interval: name.interval,
        candles: sound,
      });
    }
    if (refused.length > 0) await this.quarantine.keep(refused, source);
    return { written: await this.write(accepted), quarantined: refused.length };
  }

  private async write(batches: readonly NamedBatch[]): Promise<SeriesWrite[]> {
    const filled = batches.filter(({ candles }) => candles.length > 0);
    if (filled.length === 0) return [];
    const writes = await this.store.upsert(filled);
    const bySeries = new Map(filled.map((batch) => [batch.seriesId, batch]));
    this.announcer.announce(
      writes.map((write) => {
        const { name, candles } = bySeries.get(write.seriesId)!;
        return { ...write, name, candles };
      }),
    );
    return writes;
  }

  /** Each candle is judged by the closes before it: those stored, then those accepted before it here. */
  private async findOutliers(
    seriesId: number,
    candles: readonly { candle: CandleToWrite; index: number }[],
  ): Promise<Set<number>> {
    const ascending = [...candles].sort((a, b) => a.candle.openTime.getTime() - b.candle.openTime.getTime());
    const closes = (await this.store.closesBefore(seriesId, ascending[0].candle.openTime)).reverse();
    const outliers = new Set<number>();
    for (const { candle, index } of ascending) {
      const close = Number(candle.close);
      if (isOutlierClose(close, closes)) outliers.add(index);
      else if (closes.push(close) > OUTLIER_WINDOW) closes.shift();
    }
    return outliers;
  }
}

function problemsOf(candle: CandleToWrite, now: number): FieldProblem[] {
  return [...validateOpenTime(candle.openTime.getTime(), now), ...validateCandlePrices(candle)];
}

function sentenceOf(problems: readonly FieldProblem[]): string {
  return problems.map(({ field, message }) => `${field} ${message}`).join('; ');
}

const OUTLIER_PROBLEM: FieldProblem = {
  field: 'close',
  message:
    `is more than ${OUTLIER_FACTOR} times off the median close of the ${OUTLIER_WINDOW} candles before it` +
    ' (it is stored all the same when outliers are allowed)',
};
