import { Injectable } from '@nestjs/common';
import {
  type ClaimedPrecompute,
  FeaturePrecomputes,
  type FeatureTarget,
} from '#domain/features/feature-precomputes';
import { aggregationWarning } from '#domain/market-data/series/interval-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import { type SeriesFilter, SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { FeatureComputation } from './feature-computation';
import { FeaturePrecomputeRequeue } from './feature-precompute-requeue';

/** The interval that is requested where none is named. */
const DEFAULT_INTERVAL = '1h';
const TARGETS_AT_ONCE = 200;

/** There is nothing that features could be computed from. */
class NothingStored extends Error {}

/** Computes the features of one series after the other; every one that is done is noted, and not done again. */
@Injectable()
export class FeaturePrecomputeProcessor implements JobProcessor<'feature-precompute'> {
  constructor(
    private readonly series: SeriesRepository,
    private readonly orders: FeaturePrecomputes,
    private readonly requeue: FeaturePrecomputeRequeue,
    private readonly computation: FeatureComputation,
    private readonly unconfirmed: UnconfirmedCandles,
  ) {}

  process({ precomputeId, run }: JobPayloads['feature-precompute'], stop: AbortSignal): Promise<JobOutcome> {
    return this.requeue.attend(
      { id: precomputeId, run },
      stop,
      (order, signal) => this.precompute(order, signal),
      (error) => (error instanceof NothingStored ? error.message : undefined),
    );
  }

  private async precompute(order: ClaimedPrecompute, signal: AbortSignal): Promise<JobOutcome> {
    const { runToken } = order;
    const { target, sources, warnings: ofTarget } = await this.aggregated(order);
    const stored = await this.series.findMatching(filterOf(order));
    const warnings = [...ofTarget, ...(await this.unconfirmed.warnings([...stored, ...sources]))];
    const isFresh = order.progressedTo === null;
    let position = order.progressedTo ?? 0;
    const count = await this.orders.countTargets(order, position);
    if (order.symbol !== null && isFresh && !target && count === 0) throw new NothingStored(nothingOf(order));
    const first = isFresh && target ? [target] : [];
    if (!(await this.orders.begin(runToken, count + first.length, warnings))) return 'dropped';
    let targets = first;
    do {
      for (const { seriesId, ...name } of targets) {
        signal.throwIfAborted();
        const isComputed = await this.computation.compute(name, signal);
        if (!(await this.orders.advance(runToken, seriesId, isComputed))) return 'dropped';
        position = seriesId;
      }
      targets = await this.orders.targets(order, position, TARGETS_AT_ONCE);
    } while (targets.length > 0);
    return (await this.orders.complete(runToken, null)) ? 'completed' : 'dropped';
  }

  /** An interval of one symbol that is not stored, but that a stored one divides. It comes before all stored series. */
  private async aggregated({ exchange, symbol, interval }: ClaimedPrecompute): Promise<{
    target?: FeatureTarget;
    /** The series that it is aggregated from. */
    sources: Series[];
    warnings: string[];
  }> {
    if (exchange === null || symbol === null) return { sources: [], warnings: [] };
    const name = { exchange, symbol, interval: interval ?? DEFAULT_INTERVAL };
    const source = await this.series.findForInterval(name);
    if (!source || source.series.interval === source.interval) return { sources: [], warnings: [] };
    return {
      target: { ...name, seriesId: 0 },
      sources: [source.series],
      warnings: [aggregationWarning(source)],
    };
  }
}

function filterOf({ exchange, symbol, interval }: ClaimedPrecompute): SeriesFilter {
  return {
    exchange: exchange ?? undefined,
    symbol: symbol ?? undefined,
    interval: interval ?? undefined,
  };
}

function nothingOf({ exchange, symbol, interval }: ClaimedPrecompute): string {
  const where = exchange === null ? '' : ` on ${exchange}`;
  return interval === null
    ? `no candles of ${symbol} are stored${where}`
    : `no ${interval} candles of ${symbol} are stored${where}, nor any of an interval that divides it`;
}
