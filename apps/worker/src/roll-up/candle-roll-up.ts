import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { exclusively } from '#domain/database/exclusively';
import type { Series } from '#domain/market-data/series.entity';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/unconfirmed-candles';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { INTERVALS, type Interval, intervalSeconds } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';
import { RolledWindow } from './rolled-window';

const SOURCE_INTERVAL = '1m' satisfies Interval;
const TARGETS = INTERVALS.filter((interval) => interval !== SOURCE_INTERVAL);
/** A multiple of every interval, so that windows that begin where a candle does also end there. */
const WINDOW_MILLISECONDS = 14 * 86_400_000;

/**
 * Keeps longer candles of chosen 1m series. It goes on from where it was, and once more over what changed since behind that
 * place, and writes complete candles alone: one that lacks a minute waits until the minute comes in, or is known not to have
 * been traded.
 */
@Injectable()
export class CandleRollUp {
  /** What was last looked at, by series. */
  private readonly seen = new Map<string, string>();
  private warned: ReadonlySet<string> = new Set();

  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesRepository,
    private readonly rollUps: RollUps,
    private readonly window: RolledWindow,
    private readonly unconfirmed: UnconfirmedCandles,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async roll(leaving: AbortSignal): Promise<void> {
    if (this.environment.rollUps.length === 0) return;
    await exclusively(this.dataSource, 'roll candles up', (ending) => this.rollAll(ending), { leaving });
  }

  private async rollAll(ending: AbortSignal): Promise<void> {
    const sources = await this.sources();
    await this.warn(sources);
    for (const source of sources) {
      if (ending.aborted) return;
      await this.rollSource(source, ending);
    }
  }

  private async rollSource(source: Series, ending: AbortSignal): Promise<void> {
    const { closedTo, news } = await this.rollUps.newsOf(source);
    const { id, exchange, symbol } = source;
    const key = JSON.stringify([id, exchange, symbol]);
    if (this.seen.get(key) === news) return;
    for (const target of TARGETS) {
      if (ending.aborted) return;
      await this.rollInto(source, target, closedTo ?? 0, ending);
    }
    if (!ending.aborted) this.seen.set(key, news);
  }

  /** A longer candle that lacks an unconfirmed one is not written; each time that more are unconfirmed, the log says so. */
  private async warn(sources: readonly Series[]): Promise<void> {
    const warnings = new Set(await this.unconfirmed.warnings(sources));
    for (const warning of warnings) if (!this.warned.has(warning)) this.logger.warn(warning);
    this.warned = warnings;
  }

  private async sources(): Promise<Series[]> {
    const { rollUps: chosen } = this.environment;
    const stored = await this.series.findMatching({ interval: SOURCE_INTERVAL });
    return stored.filter(
      ({ exchange, symbol, candleCount }) =>
        candleCount > 0 &&
        (chosen === 'all' || chosen.some((name) => name.exchange === exchange && name.symbol === symbol)),
    );
  }

  private async rollInto(
    source: Series,
    interval: Interval,
    closedTo: number,
    ending: AbortSignal,
  ): Promise<void> {
    const rolledAt = new Date();
    const progress = await this.rollUps.progressOf(source, interval);
    if (!progress || source.firstOpenTime === null) return;
    const length = intervalSeconds(interval) * 1000;
    const beginOf = (time: number) => Math.floor(time / length) * length;
    const first = beginOf(source.firstOpenTime.getTime());
    const rolledTo = progress.rolledTo?.getTime() ?? first;
    const windows = async (from: number, to: number, done: (to: number) => Promise<void>) => {
      for (let next = Math.max(first, from); next < to && !ending.aborted; next += WINDOW_MILLISECONDS) {
        const end = Math.min(to, next + WINDOW_MILLISECONDS);
        await this.window.roll(source, progress, { from: next, to: end });
        await done(end);
      }
    };
    for (const changed of await this.rollUps.changedSince(progress, source)) {
      if (ending.aborted) return;
      const end = Math.min(rolledTo, beginOf(changed.last) + length);
      await windows(beginOf(changed.first), end, () => Promise.resolve());
    }
    // The last one again: its last minute may have been corrected while it was the newest, which is not noted as late.
    await windows(rolledTo - length, beginOf(closedTo), (end) => this.rollUps.advance(progress, end));
    if (!ending.aborted) await this.rollUps.followed(progress, source, rolledAt);
  }
}
