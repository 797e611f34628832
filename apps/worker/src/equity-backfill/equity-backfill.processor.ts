import { Inject, Injectable } from '@nestjs/common';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { EquityIngestSymbols } from '#domain/equities/equity-ingest-symbols';
import { type ClaimedIngest, EquityIngests } from '#domain/equities/equity-ingests';
import type { JobPayloads } from '#messaging/jobs';
import type { EquitySource } from '#sources/equities/equity-source';
import { SourceFailure } from '#sources/source-failure';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BackfillRefusal } from './backfill-refusal';
import { EquityBackfillRequeue } from './equity-backfill-requeue';
import { summarise } from './judge-outcome';
import { PatientSource } from './patient-source';
import { SymbolBackfill } from './symbol-backfill';

export const EQUITY_SOURCE = Symbol('EQUITY_SOURCE');

@Injectable()
export class EquityBackfillProcessor implements JobProcessor<'equity-backfill'> {
  constructor(
    private readonly ingests: EquityIngests,
    private readonly symbols: EquityIngestSymbols,
    private readonly requeue: EquityBackfillRequeue,
    private readonly backfill: SymbolBackfill,
    @Inject(EQUITY_SOURCE) private readonly source: EquitySource,
  ) {}

  process({ ingestId, run }: JobPayloads['equity-backfill'], stop: AbortSignal): Promise<JobOutcome> {
    return this.requeue.attend(
      { id: ingestId, run },
      stop,
      (ingest, signal) => this.ingest(ingest, signal),
      (error) => (error instanceof SourceFailure ? error.message : undefined),
    );
  }

  private async ingest(ingest: ClaimedIngest, signal: AbortSignal): Promise<JobOutcome> {
    const { id, runToken } = ingest;
    let isPaused = ingest.pauses > 0;
    const source = new PatientSource(this.source, signal, async () => {
      if (isPaused) await this.ingests.endPauses(runToken);
      isPaused = false;
    });
    const symbols = await this.symbols.list(id);
    try {
      for (const row of symbols) {
        const isOver = row.status === 'completed' || row.status === 'failed';
        if (!isOver) await this.ingestSymbol(ingest, row, source, signal);
      }
    } catch (error) {
      if (error instanceof TokenLost) return 'dropped';
      if (signal.aborted || !isSlowDown(error)) throw error;
      await this.requeue.pause(runToken, error);
      return 'handed back';
    }
    const outcome = summarise(symbols, source.provider);
    if (!(await this.ingests.finish(runToken, outcome))) return 'dropped';
    return outcome.status === 'completed' ? 'completed' : 'refused';
  }

  /** What fails one symbol does not stop the others. */
  private async ingestSymbol(
    { runToken, startDate, endDate }: ClaimedIngest,
    row: EquityIngestSymbol,
    source: PatientSource,
    signal: AbortSignal,
  ): Promise<void> {
    const save = async () => {
      if (!(await this.symbols.save(runToken, row))) throw new TokenLost();
      signal.throwIfAborted();
    };
    const ordered = { from: startDate, to: endDate };
    row.status = 'running';
    await save();
    try {
      await this.backfill.run(row, ordered, source, save);
    } catch (error) {
      const isExpected = error instanceof SourceFailure || error instanceof BackfillRefusal;
      if (!isExpected || signal.aborted || isSlowDown(error)) throw error;
      row.status = 'failed';
      row.lastError = error.message;
      row.stillMissing = Math.max(
        0,
        (await this.backfill.countMissing(row.symbol, ordered)) - row.quarantined,
      );
    }
    await save();
  }
}

/** The row is somebody else's by now. */
class TokenLost extends Error {}

function isSlowDown(error: unknown): error is SourceFailure {
  return error instanceof SourceFailure && error.kind === 'rate limited';
}
