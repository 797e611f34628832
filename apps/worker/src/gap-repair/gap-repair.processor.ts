import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedRepair, GapRepairs } from '#domain/gaps/gap-repairs';
import type { Series } from '#domain/market-data/series/series.entity';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import type { TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import type { JobPayloads } from '#messaging/jobs';
import type { ExchangeSource, OpenExchange } from '#sources/exchanges/exchange-source';
import { fetchClosed } from '#sources/exchanges/fetch-closed';
import { newestClosed } from '#sources/exchanges/newest-closed';
import { patiently } from '#sources/patiently';
import { SourceFailure } from '#sources/source-failure';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { GapFiller, WINDOW_CANDLES } from './gap-filler';
import { GapRepairRequeue } from './gap-repair-requeue';
import { SourceSweep } from './source-sweep';

export const OPEN_EXCHANGE = Symbol('OPEN_EXCHANGE');

@Injectable()
export class GapRepairProcessor implements JobProcessor<'gap-repair'> {
  constructor(
    private readonly series: SeriesRepository,
    private readonly requeue: GapRepairRequeue,
    private readonly rows: GapRepairs,
    private readonly filler: GapFiller,
    @Inject(OPEN_EXCHANGE) private readonly openExchange: OpenExchange,
  ) {}

  process({ repairId, run }: JobPayloads['gap-repair'], stop: AbortSignal): Promise<JobOutcome> {
    return this.requeue.attend(
      { id: repairId, run },
      stop,
      (repair, signal) => this.repair(repair, signal),
      (error) => (error instanceof SourceFailure ? error.message : undefined),
    );
  }

  private async repair(repair: ClaimedRepair, signal: AbortSignal): Promise<JobOutcome> {
    const series = await this.series.find(repair);
    const ordered = series && rangeOf(repair, series);
    if (!ordered) return (await this.rows.complete(repair.runToken, null)) ? 'completed' : 'dropped';
    const source = await this.openExchange(repair.exchange);
    try {
      await patiently(() => source.clock.refresh(signal), { signal });
      const closed = newestClosed(source.clock.knownNow(), intervalSeconds(repair.interval) * 1000);
      const range = { from: ordered.from, to: Math.min(ordered.to, closed + 1) };
      return await this.fill(repair, { series, range, source }, signal);
    } finally {
      await source.close();
    }
  }

  private async fill(
    { runToken, symbol, interval, recheck, ...before }: ClaimedRepair,
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
      if (!(await this.rows.advance(runToken, { ...filled, progressedTo }))) return 'dropped';
    }
    return (await this.rows.complete(runToken, remarkOn(left))) ? 'completed' : 'dropped';
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

/** The rest of the requested range. */
function rangeOf(
  { startTime, endTime, progressedTo }: ClaimedRepair,
  { firstOpenTime, lastOpenTime }: Series,
): TimeRange | undefined {
  const from = progressedTo ?? startTime ?? firstOpenTime;
  const to = endTime ?? lastOpenTime;
  if (from === null || to === null) return undefined;
  return { from: from.getTime(), to: to.getTime() + 1 };
}
