import { Module } from '@nestjs/common';
import { HeadlineFeeds } from './headline-feeds';
import { HEADLINE_SCORER } from './headline-scorer';
import { Headlines } from './headlines';
import { LexiconScorer } from './lexicon-scorer';
import { SymbolHeadlines } from './symbol-headlines';
import { SymbolSentiment } from './symbol-sentiment';

@Module({
  providers: [
    Headlines,
    HeadlineFeeds,
    SymbolHeadlines,
    SymbolSentiment,
    { provide: HEADLINE_SCORER, useClass: LexiconScorer },
  ],
  exports: [Headlines, HeadlineFeeds, SymbolHeadlines, SymbolSentiment],
})
export class HeadlineStorageModule {}
