import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { createFinanceLexicon } from '#engine/sentiment/finance-lexicon';
import { scoreText } from '#engine/sentiment/score-text';
import type { SentimentLexicon } from '#engine/sentiment/sentiment-lexicon';
import { mapInSlices } from '#platform/pauses/in-slices';
import type { HeadlineScorer } from './headline-scorer';

/** Scores by VADER's rules and words, with those of markets over them. */
@Injectable()
export class LexiconScorer implements HeadlineScorer {
  private lexicon: Promise<SentimentLexicon> | undefined;

  async score(texts: readonly string[]): Promise<number[]> {
    const lexicon = await (this.lexicon ??= readLexicon());
    return mapInSlices(texts, (text) => scoreText(text, lexicon));
  }
}

async function readLexicon(): Promise<SentimentLexicon> {
  return createFinanceLexicon(await readFile(require.resolve('vader-sentiment/vader_lexicon.txt'), 'utf8'));
}
