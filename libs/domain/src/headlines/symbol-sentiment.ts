import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KnownHeadline } from '#engine/known-data/known-data';
import {
  aggregateHeadlines,
  type HeadlineSentiment,
  scoreHeadline,
} from '#engine/sentiment/aggregate-headlines';
import type { PublishedHeadline } from '#engine/sentiment/deduplicate-headlines';
import { atMost } from '#platform/caches/at-most';
import { HEADLINE_SCORER, type HeadlineScorer } from './headline-scorer';
import type { Headline } from './headlines';
import { SymbolHeadlines } from './symbol-headlines';

/** More than a read takes; a score is a number beside its headline's id. */
const REMEMBERED_HEADLINES = 50_000;

interface HeadlineScores {
  readonly title: number;
  readonly summary: number;
}

export interface ScoredHeadline extends PublishedHeadline {
  readonly id: number;
  readonly source: string;
}

/** The sentiment of the headlines about a symbol. The text of a headline never changes, so each is scored once in a process. */
@Injectable()
export class SymbolSentiment {
  private readonly scores = new LRUCache<number, HeadlineScores>(atMost(REMEMBERED_HEADLINES));

  constructor(
    private readonly headlines: SymbolHeadlines,
    @Inject(HEADLINE_SCORER) private readonly scorer: HeadlineScorer,
  ) {}

  async read(symbol: string, asOf: Date): Promise<HeadlineSentiment<ScoredHeadline>> {
    const found = await this.headlines.find(symbol, asOf);
    const scoreByText = await this.scoresOf(found);
    const headlines = found.map(({ id, source, title, summary, link, publishedAt }) => {
      return { id, source, title, summary, link, publishedAt: publishedAt.getTime() };
    });
    return aggregateHeadlines(headlines, asOf.getTime(), (text) => scoreByText.get(text) ?? 0);
  }

  /** Those published between two times, both included, oldest first; null where there are more than are remembered. */
  async history(symbol: string, range: { from: Date; to: Date }): Promise<KnownHeadline[] | null> {
    const found = await this.headlines.between(symbol, range, REMEMBERED_HEADLINES);
    if (found === null) return null;
    const scoreByText = await this.scoresOf(found);
    return found.reverse().map(({ title, summary, link, publishedAt }) => ({
      title,
      summary,
      link,
      publishedAt: publishedAt.getTime(),
      score: scoreHeadline({ title, summary }, (text) => scoreByText.get(text) ?? 0),
    }));
  }

  private async scoresOf(headlines: readonly Headline[]): Promise<Map<string, number>> {
    const unknown = headlines.filter(({ id }) => !this.scores.has(id));
    const fresh = await this.scorer.score(unknown.flatMap(({ title, summary }) => [title, summary ?? '']));
    unknown.forEach(({ id }, index) => {
      this.scores.set(id, { title: fresh[2 * index], summary: fresh[2 * index + 1] });
    });
    const byText = new Map<string, number>();
    for (const { id, title, summary } of headlines) {
      const scores = this.scores.get(id);
      if (!scores) continue;
      byText.set(title, scores.title);
      if (summary !== null) byText.set(summary, scores.summary);
    }
    return byText;
  }
}
