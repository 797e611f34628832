import { Injectable } from '@nestjs/common';
import { isOutlierClose, OUTLIER_FACTOR, OUTLIER_WINDOW } from '#engine/market/outlier';
import { type FieldProblem, validateCandlePrices, validateOpenTime } from '#engine/market/validate-candle';
import { type CandleToWrite, CandlestickStore, type WriteCounts } from './candlestick.store';
import { type SeriesName, SeriesRepository } from './series.repository';

interface RefusedCandle {
  /** Its place in what was given. */
  readonly index: number;
  readonly problems: readonly FieldProblem[];
}

export interface IngestResult extends WriteCounts {
  readonly seriesId: number;
  readonly refused: readonly RefusedCandle[];
}

/** The one way in for candles of a series, whoever brings them: what breaks a rule is answered, the rest is stored. */
@Injectable()
export class CandleIngest {
  constructor(
    private readonly series: SeriesRepository,
    private readonly store: CandlestickStore,
  ) {}

  async ingest(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    { allowOutliers = false } = {},
  ): Promise<IngestResult> {
    const refused: RefusedCandle[] = [];
    const wellFormed = candles
      .map((candle, index) => ({ candle, index }))
      .filter(({ candle, index }) => {
        const problems = [
          ...validateOpenTime(candle.openTime.getTime(), Date.now()),
          ...validateCandlePrices(candle),
        ];
        if (problems.length > 0) refused.push({ index, problems });
        return problems.length === 0;
      });
    if (wellFormed.length === 0) return { seriesId: 0, inserted: 0, updated: 0, refused };

    const seriesId = await this.series.idOf(name);
    const outliers = allowOutliers ? new Set<number>() : await this.findOutliers(seriesId, wellFormed);
    for (const index of outliers) refused.push({ index, problems: [OUTLIER_PROBLEM] });
    const accepted = wellFormed.filter(({ index }) => !outliers.has(index)).map(({ candle }) => candle);
    const counts =
      accepted.length > 0
        ? await this.store.upsert(seriesId, name.interval, accepted)
        : { inserted: 0, updated: 0 };
    return { seriesId, ...counts, refused };
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

const OUTLIER_PROBLEM: FieldProblem = {
  field: 'close',
  message:
    `is more than ${OUTLIER_FACTOR} times off the median close of the ${OUTLIER_WINDOW} candles before it` +
    ' (it is stored all the same when outliers are allowed)',
};
