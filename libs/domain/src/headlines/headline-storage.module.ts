import { Module } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { HeadlineFeeds } from './headline-feeds';
import { HeadlineRetention } from './headline-retention';
import { HEADLINE_SCORER } from './headline-scorer';
import { Headlines } from './headlines';
import { LexiconScorer } from './lexicon-scorer';
import { SymbolHeadlines } from './symbol-headlines';
import { SymbolSentiment } from './symbol-sentiment';
import { loadSymbolWords, SYMBOL_WORDS } from './symbol-words-file';

@Module({
  providers: [
    Headlines,
    HeadlineFeeds,
    HeadlineRetention,
    SymbolHeadlines,
    SymbolSentiment,
    { provide: HEADLINE_SCORER, useClass: LexiconScorer },
    {
      provide: SYMBOL_WORDS,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => loadSymbolWords(environment.symbolWordsFile),
    },
  ],
  exports: [Headlines, HeadlineFeeds, HeadlineRetention, SymbolHeadlines, SymbolSentiment, SYMBOL_WORDS],
})
export class HeadlineStorageModule {}
