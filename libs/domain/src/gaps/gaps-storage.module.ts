import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '../market-data/market-data-storage.module';
import { GapRepairs } from './gap-repairs';
import { SeriesGaps } from './series-gaps';
import { SeriesOverview } from './series-overview';
import { SeriesQualityCounter } from './series-quality-counter';

const providers = [GapRepairs, SeriesGaps, SeriesOverview, SeriesQualityCounter];

/** What is missing in the stored series, how that is found out and what is done about it. */
@Module({ imports: [MarketDataStorageModule], providers, exports: providers })
export class GapsStorageModule {}
