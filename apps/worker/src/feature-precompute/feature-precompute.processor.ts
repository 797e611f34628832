import { Injectable } from '@nestjs/common';
import type { FeaturePrecompute } from '#domain/features/feature-precompute.entity';
import {
  FeaturePrecomputes,
  type FeatureTarget,
  type RequestedSeries,
} from '#domain/features/feature-precomputes';
import { aggregationWarning } from '#domain/market-data/series/interval-candles';
import type { Series } from '#domain/market-data/series/series.entity';
import { type SeriesFilter, SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { FeatureComputation } from './feature-computation';

/** The interval that is requested where none is named. */
const DEFAULT_INTERVAL = '1h';
const TARGETS_AT_ONCE = 200;

/** There is nothing that features could be computed from. */
class NothingStored extends Error {}

/** Computes the features of one series after the other; every one that is done is noted, and not done again. */
@Injectable()
export class FeaturePrecomputeProcessor implements JobProcessor {
  constructor(
    private readonly series: SeriesRepository,
    private readonly precomputes: FeaturePrecomputes,
    private readonly computation: FeatureComputation,
    private readonly unconfirmed: UnconfirmedCandles,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const requested = await this.precomputes.find(run.id);
    return requested ? this.precompute(requested, run, signal) : 'dropped';
  }

  expectedFailure(error: unknown): string | undefined {
    return error instanceof NothingStored ? error.message : undefined;
  }

  private async precompute(
    requested: FeaturePrecompute,
    run: HeldRun,
    signal: AbortSignal,
  ): Promise<JobOutcome> {
    const { target, sources, warnings: ofTarget } = await this.aggregated(requested);
    const stored = await this.series.findMatching(filterOf(requested));
    const warnings = [...ofTarget, ...(await this.unconfirmed.warnings([...stored, ...sources]))];
    const isFresh = requested.progressedTo === null;
    let position = requested.progressedTo ?? 0;
    const count = await this.precomputes.countTargets(requested, position);
    if (requested.symbol !== null && isFresh && !target && count === 0)
      throw new NothingStored(nothingOf(requested));
    const first = isFresh && target ? [target] : [];
    if (!(await this.precomputes.begin(run.token, count + first.length, warnings))) return 'dropped';
    let targets = first;
    do {
      for (const { seriesId, ...name } of targets) {
        signal.throwIfAborted();
        const isComputed = await this.computation.compute(name, signal);
        if (!(await this.precomputes.advance(run.token, seriesId, isComputed))) return 'dropped';
        position = seriesId;
      }
      targets = await this.precomputes.targets(requested, position, TARGETS_AT_ONCE);
    } while (targets.length > 0);
    return run.complete();
  }

  /** An interval of one symbol that is not stored, but that a stored one divides. It comes before all stored series. */
  private async aggregated({ exchange, symbol, interval }: RequestedSeries): Promise<{
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

function filterOf({ exchange, symbol, interval }: RequestedSeries): SeriesFilter {
  return {
    exchange: exchange ?? undefined,
    symbol: symbol ?? undefined,
    interval: interval ?? undefined,
  };
}

function nothingOf({ exchange, symbol, interval }: RequestedSeries): string {
  const where = exchange === null ? '' : ` on ${exchange}`;
  return interval === null
    ? `no candles of ${symbol} are stored${where}`
    : `no ${interval} candles of ${symbol} are stored${where}, nor any of an interval that divides it`;
}
