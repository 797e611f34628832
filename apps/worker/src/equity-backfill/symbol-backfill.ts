import { Inject, Injectable } from '@nestjs/common';
import { type DateRange, EquityActions } from '#domain/equities/equity-actions';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { EQUITY_INTERVAL } from '#domain/equities/equity-series';
import { CERTAIN_ATTEMPTS } from '#domain/gaps/series-gaps';
import { keptSince } from '#domain/market-data/series/kept-candles';
import { formatDate } from '#engine/market/parse-time';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { SessionRange } from '#sources/equities/equity-source';
import { EquityCandles } from './equity-candles';
import { chunksOf, closedSessions, hasSession, rangeAround, timeOf } from './equity-sessions';
import { judgeOutcome } from './judge-outcome';
import type { PatientSource } from './patient-source';
import { type Answer, SplitWatch } from './split-watch';

/** Brings the sessions of one symbol that are not stored from the provider, and with them splits and dividends. */
@Injectable()
export class SymbolBackfill {
  constructor(
    private readonly candles: EquityCandles,
    private readonly actions: EquityActions,
    private readonly splits: SplitWatch,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Writes the outcome into the row; `save` keeps it, and ends this when the row is somebody else's. */
  async run(
    row: EquityIngestSymbol,
    requested: DateRange,
    source: PatientSource,
    save: () => Promise<void>,
  ): Promise<void> {
    const now = Date.now();
    const today = formatDate(now);
    const due = this.dueSessions(requested, now);
    row.sessions = due.length;
    if (due.length > 0) {
      // All of them: what a provider lacked once it may have by now.
      const { missing } = await this.candles.missingOf(row.symbol, due);
      const isGrowing = missing.length > 0;
      const recent = await this.splits.catchUp(row, { requested, today, isGrowing }, source);
      const since = timeOf(recent.range.from);
      const answered = missing.filter((session) => session >= since);
      if (answered.length > 0) await this.take(row, answered, source, today, recent);
      await save();
      const progressed = row.progressedTo === null ? -Infinity : timeOf(row.progressedTo);
      const left = missing.filter((session) => session < since && session > progressed);
      for (const chunk of chunksOf(left)) {
        await this.take(row, chunk, source, today);
        row.progressedTo = formatDate(chunk[chunk.length - 1]);
        await save();
      }
      await this.learnActions(row.symbol, source, today);
    }
    judgeOutcome(row, due, await this.candles.missingOf(row.symbol, due), source.provider);
  }

  /** Sessions of a range that are not stored, whether requested or not: what a run that failed leaves. */
  async countMissing(symbol: string, requested: DateRange): Promise<number> {
    const due = this.dueSessions(requested, Date.now());
    return (await this.candles.missingOf(symbol, due)).missing.length;
  }

  /** Those that are over and not too old to be kept. */
  private dueSessions(requested: DateRange, now: number): number[] {
    const since = keptSince(this.environment.retentionDays, EQUITY_INTERVAL, now);
    return closedSessions(requested, now).filter((session) => session >= since);
  }

  /** Requests sessions, unless they were answered already; once more those that lie between others and were not reported. */
  private async take(
    row: EquityIngestSymbol,
    sessions: readonly number[],
    source: PatientSource,
    today: string,
    answered?: Answer,
  ): Promise<void> {
    row.requested += sessions.length;
    let wanted = sessions;
    let answer = answered;
    for (let attempt = 0; attempt < CERTAIN_ATTEMPTS && wanted.length > 0; attempt++) {
      answer ??= await this.request(row.symbol, rangeAround(wanted, today), source);
      const { candles } = answer.history;
      await this.candles.write(row, candles, new Set(wanted));
      const delivered = new Set(candles.map(({ openTime }) => openTime));
      const [first, last] = [candles.at(0)?.openTime ?? Infinity, candles.at(-1)?.openTime ?? -Infinity];
      const lacked = wanted.filter((time) => time > first && time < last && !delivered.has(time));
      wanted = await this.candles.noteUntraded(row.symbol, lacked);
      answer = undefined;
    }
  }

  /** Days of which splits and dividends were not reported with candles: those after the range, and those stored by others. */
  private async learnActions(symbol: string, source: PatientSource, today: string): Promise<void> {
    const first = await this.candles.firstOf(symbol);
    if (first === undefined) return;
    const unknown = await this.actions.unknown(symbol, { from: formatDate(first), to: today });
    for (const range of unknown.filter(hasSession)) await this.request(symbol, range, source);
  }

  private async request(symbol: string, range: SessionRange, source: PatientSource): Promise<Answer> {
    const history = await source.fetch(symbol, range);
    await this.actions.save(symbol, { provider: source.provider, range, ...history });
    return { range, history };
  }
}
