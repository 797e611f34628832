import { HOUR_MILLISECONDS } from '../calendar/day';
import { deduplicateHeadlines, type PublishedHeadline } from './deduplicate-headlines';

export const SIGNALS = ['bullish', 'bearish', 'neutral'] as const;

export type Signal = (typeof SIGNALS)[number];

/** What a headline adds to the sentiment. */
export interface HeadlineShare<H extends PublishedHeadline> {
  readonly headline: H;
  /** Of title and summary, -1 to 1. */
  readonly score: number;
  /** Its part of all weights, 0 to 1: it halves every day. */
  readonly weight: number;
  /** Its part of the sentiment's score: score × weight. */
  readonly contribution: number;
}

export interface HeadlineSentiment<H extends PublishedHeadline = PublishedHeadline> {
  /** Weighted mean of the headlines' scores, -1 to 1, four decimals; 0 without headlines. */
  readonly score: number;
  readonly signal: Signal;
  /** Headlines that count, each story once. */
  readonly count: number;
  /** The titles that weigh the most, at most five. */
  readonly samples: readonly string[];
  /** Of each headline that counts, the largest contribution first. */
  readonly shares: readonly HeadlineShare<H>[];
}

/** How good or bad a text sounds, -1 to 1. */
export type TextScorer = (text: string) => number;

const HALF_LIFE_HOURS = 24;
/** Older headlines count for nothing. */
export const OLDEST_HOURS = 72;
const TITLE_SHARE = 0.7;
/** The thresholds that VADER's authors give for a sentence to sound positive or negative. */
const BULLISH_FROM = 0.05;
const BEARISH_FROM = -0.05;
const SAMPLES = 5;

/**
 * The sentiment of the headlines that were out at `asOf` (ms): none that came later, none older than three days. A headline loses
 * half of its weight in a day; its title counts seven tenths where it has a summary.
 */
export function aggregateHeadlines<H extends PublishedHeadline>(
  headlines: readonly H[],
  asOf: number,
  score: TextScorer,
): HeadlineSentiment<H> {
  const known = headlines.filter(({ publishedAt }) => {
    const hours = (asOf - publishedAt) / HOUR_MILLISECONDS;
    return hours >= 0 && hours <= OLDEST_HOURS;
  });
  const weighed = deduplicateHeadlines(known).map((headline) => ({
    headline,
    weight: weightAt(headline.publishedAt, asOf),
    score: scoreHeadline(headline, score),
  }));
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const mean = meanScore(weighed);
  const strongest = [...weighed].sort((a, b) => Math.abs(b.weight * b.score) - Math.abs(a.weight * a.score));
  return {
    score: mean,
    signal: signalOf(mean),
    count: weighed.length,
    samples: strongest.slice(0, SAMPLES).map(({ headline }) => headline.title),
    shares: strongest.map(({ headline, weight, score: own }) => ({
      headline,
      score: own,
      weight: weight / weights,
      contribution: (weight * own) / weights,
    })),
  };
}

/** Of title and summary, -1 to 1. */
export function scoreHeadline(
  { title, summary }: Pick<PublishedHeadline, 'title' | 'summary'>,
  score: TextScorer,
): number {
  const ofTitle = score(title);
  return summary ? TITLE_SHARE * ofTitle + (1 - TITLE_SHARE) * score(summary) : ofTitle;
}

/** What a headline of some time ago weighs; times in ms. */
export function weightAt(publishedAt: number, asOf: number): number {
  return 2 ** (-(asOf - publishedAt) / HOUR_MILLISECONDS / HALF_LIFE_HOURS);
}

/** Weighted mean to four decimals; 0 without any. */
export function meanScore(weighed: readonly { readonly score: number; readonly weight: number }[]): number {
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const mean = weights > 0 ? weighed.reduce((sum, one) => sum + one.weight * one.score, 0) / weights : 0;
  // Without the sign of a zero.
  return Math.round(mean * 10_000) / 10_000 || 0;
}

/** What a score says: bullish from 0.05, bearish from -0.05. */
export function signalOf(score: number): Signal {
  return score >= BULLISH_FROM ? 'bullish' : score <= BEARISH_FROM ? 'bearish' : 'neutral';
}
