import { Inject, Injectable } from '@nestjs/common';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { GapRepairs } from '#domain/gaps/gap-repairs';
import { SeriesGaps } from '#domain/gaps/series-gaps';
import type { Series } from '#domain/market-data/series/series.entity';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import type { TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import type { ExchangeSource, OpenExchange } from '#sources/exchanges/exchange-source';
import { fetchClosed } from '#sources/exchanges/fetch-closed';
import { newestClosed } from '#sources/exchanges/newest-closed';
import { patiently } from '#sources/patiently';
import { SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { GapFiller, WINDOW_CANDLES } from './gap-filler';
import { SourceSweep } from './source-sweep';

export const OPEN_EXCHANGE = Symbol('OPEN_EXCHANGE');

@Injectable()
export class GapRepairProcessor implements JobProcessor {
  constructor(
    private readonly series: SeriesRepository,
    private readonly rows: GapRepairs,
    private readonly gaps: SeriesGaps,
    private readonly filler: GapFiller,
    @Inject(OPEN_EXCHANGE) private readonly openExchange: OpenExchange,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const repair = await this.rows.find(run.id);
    if (!repair) return 'dropped';
    const series = await this.series.find(repair);
    const requested = series && rangeOf(repair, series, await this.gaps.lastBegun(series));
    if (!requested) return run.complete();
    const source = await this.openExchange(repair.exchange);
    try {
      await patiently(() => source.clock.refresh(signal), { signal });
      const closed = newestClosed(source.clock.knownNow(), intervalSeconds(repair.interval) * 1000);
      const range = { from: requested.from, to: Math.min(requested.to, closed + 1) };
      return await this.fill(run, repair, { series, range, source }, signal);
    } finally {
      await source.close();
    }
  }

  expectedFailure(error: unknown): string | undefined {
    return error instanceof SourceFailure ? error.message : undefined;
  }

  private async fill(
    run: HeldRun,
    { symbol, interval, recheck, ...before }: GapRepair,
    { series, range, source }: { series: Series; range: TimeRange; source: ExchangeSource },
    signal: AbortSignal,
  ): Promise<JobOutcome> {
    if (!source.intervals.includes(interval)) {
      throw new SourceFailure('unsupported', `${source.exchange} offers no ${interval} candles`);
    }
    const milliseconds = intervalSeconds(interval) * 1000;
    const sweep = new SourceSweep(
      (since) => patiently(() => fetchClosed(source, symbol, interval, since, signal), { signal }),
      milliseconds,
    );
    const left = { ...before };
    for (let { from } = range; from < range.to; from += WINDOW_CANDLES * milliseconds) {
      signal.throwIfAborted();
      const window = { from, to: Math.min(range.to, from + WINDOW_CANDLES * milliseconds) };
      const filled = await this.filler.fill(series, window, sweep, { recheck });
      for (const count of LEFT) left[count] += filled[count];
      const progressedTo = new Date(window.to);
      if (!(await this.rows.advance(run.token, { ...filled, progressedTo }))) return 'dropped';
    }
    return run.complete(undefined, remarkOn(left));
  }
}

const LEFT = ['stillMissing', 'quarantined', 'emptyOnce'] as const;

/** Why candles are missing still; null where none are. */
function remarkOn({
  stillMissing,
  quarantined,
  emptyOnce,
}: Record<(typeof LEFT)[number], number>): string | null {
  if (stillMissing === 0) return null;
  const reasons = [
    [
      quarantined,
      'in quarantine, because they broke a rule or jump: GET market-data/gaps lists their ids, ' +
        'POST market-data/quarantine/{id}/release stores one',
    ],
    [
      emptyOnce,
      'that the exchange did not have at the first attempt: not traded for certain after a second attempt at least an hour later',
    ],
    [
      stillMissing - quarantined - emptyOnce,
      'that the exchange reported nothing around: its history does not reach there',
    ],
  ] as const;
  const listed = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${count} ${reason}`);
  return `candles are missing still: ${listed.join('; ')}`;
}

/** The rest of the requested range, by default up to the newest candle that has opened. */
function rangeOf(
  { startTime, endTime, progressedTo }: GapRepair,
  { firstOpenTime }: Series,
  lastBegun: Date | null,
): TimeRange | undefined {
  const from = progressedTo ?? startTime ?? firstOpenTime;
  const to = endTime ?? lastBegun;
  if (from === null || to === null) return undefined;
  return { from: from.getTime(), to: to.getTime() + 1 };
}
