import { Injectable } from '@nestjs/common';
import { SeriesQualityCounter } from '#domain/gaps/series-quality-counter';
import { GapRepairSweeper } from './gap-repair/gap-repair.sweeper';

interface UpkeepTask {
  readonly what: string;
  readonly pauseMilliseconds: number;
  readonly work: () => Promise<unknown>;
}

/** What stored candles need again and again. */
@Injectable()
export class CandleUpkeep {
  constructor(
    private readonly gapRepairs: GapRepairSweeper,
    private readonly quality: SeriesQualityCounter,
  ) {}

  tasks(): UpkeepTask[] {
    return [
      {
        what: 'The sweep for lost repairs of gaps',
        pauseMilliseconds: 5_000,
        work: () => this.gapRepairs.sweep(),
      },
      {
        what: "The count of the series' quality",
        pauseMilliseconds: 3_000,
        work: () => this.quality.countChanged(),
      },
    ];
  }
}
