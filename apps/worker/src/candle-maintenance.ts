import { Injectable } from '@nestjs/common';
import { SeriesQualityCounter } from '#domain/gaps/series-quality-counter';
import { Shutdown } from '#platform/shutdown/shutdown';
import { CandleStorageMaintenance } from './candle-storage-maintenance';
import { FeatureRefresh } from './feature-precompute/feature-refresh';
import { CandleRollUp } from './roll-up/candle-roll-up';
import type { MaintenanceTask } from './maintenance-task';

/** What stored candles need again and again. */
@Injectable()
export class CandleMaintenance {
  constructor(
    private readonly quality: SeriesQualityCounter,
    private readonly rollUp: CandleRollUp,
    private readonly features: FeatureRefresh,
    private readonly storage: CandleStorageMaintenance,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        task: 'series_quality',
        what: "The count of the series' quality",
        pauseMilliseconds: 3_000,
        work: () => this.quality.countChanged(this.shutdown.signal),
      },
      {
        task: 'roll_up',
        what: 'The roll-up of candles',
        pauseMilliseconds: 2_000,
        work: () => this.rollUp.roll(this.shutdown.signal),
      },
      {
        task: 'feature_refresh',
        what: 'The refresh of features that are out of date',
        pauseMilliseconds: 2_000,
        work: () => this.features.refresh(this.shutdown.signal),
      },
      ...this.storage.tasks(),
    ];
  }
}
