import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '#domain/market-data/market-data-storage.module';
import { StreamStorageModule } from '#domain/streams/stream-storage.module';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { openExchange } from '#sources/exchanges/open-exchange';
import { CandleFeed } from './candle-feed';
import { CONFIGURED_SERIES, configuredSeries } from './configured-series';
import { ExchangeFeeds } from './exchange-feeds';
import { FEED_METRICS, FeedMetrics } from './feed-metrics';
import { FEED_SETTINGS, type FeedSettings, USUAL_FEED_SETTINGS } from './feed-settings';
import { FeedLeadership } from './feed-leadership';
import { FeedReports } from './feed-reports';
import { FeedStore } from './feed-store';
import { FollowedSeries } from './followed-series';

@Module({
  imports: [MarketDataStorageModule, StreamStorageModule],
  providers: [
    CandleFeed,
    ExchangeFeeds,
    FeedLeadership,
    FeedMetrics,
    FeedReports,
    FeedStore,
    FollowedSeries,
    ...FEED_METRICS,
    { provide: CONFIGURED_SERIES, inject: [ENVIRONMENT], useFactory: configuredSeries },
    {
      provide: FEED_SETTINGS,
      inject: [ENVIRONMENT],
      useFactory: ({ exchangeEndpoints }: Environment): FeedSettings => ({
        ...USUAL_FEED_SETTINGS,
        openExchange: (exchange) => openExchange(exchange, { endpoints: exchangeEndpoints }),
      }),
    },
  ],
  exports: [CandleFeed],
})
export class CandleFeedModule {}
