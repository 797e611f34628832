import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { createFinanceLexicon } from '#engine/sentiment/finance-lexicon';
import { scoreText } from '#engine/sentiment/score-text';
import type { SentimentLexicon } from '#engine/sentiment/sentiment-lexicon';
import type { HeadlineScorer } from './headline-scorer';

/** Then the event loop is released. */
const MOST_MILLISECONDS_AT_A_TIME = 5;

/** Scores by VADER's rules and words, with those of markets over them. */
@Injectable()
export class LexiconScorer implements HeadlineScorer {
  private lexicon: Promise<SentimentLexicon> | undefined;

  async score(texts: readonly string[]): Promise<number[]> {
    const lexicon = await (this.lexicon ??= readLexicon());
    const scores: number[] = [];
    let begun = performance.now();
    for (const text of texts) {
      scores.push(scoreText(text, lexicon));
      if (performance.now() - begun < MOST_MILLISECONDS_AT_A_TIME) continue;
      await setImmediate();
      begun = performance.now();
    }
    return scores;
  }
}

async function readLexicon(): Promise<SentimentLexicon> {
  return createFinanceLexicon(await readFile(require.resolve('vader-sentiment/vader_lexicon.txt'), 'utf8'));
}
