import { Inject, Injectable } from '@nestjs/common';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { EquityIngestSymbols } from '#domain/equities/equity-ingest-symbols';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { EquityIngests } from '#domain/equities/equity-ingests';
import type { EquitySource } from '#sources/equities/equity-source';
import { SourceFailure } from '#sources/source-failure';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import type { Write } from '../jobs/job-transitions';
import { BackfillRefusal } from './backfill-refusal';
import { summarise } from './judge-outcome';
import { PatientSource } from './patient-source';
import { SymbolBackfill } from './symbol-backfill';

export const EQUITY_SOURCE = Symbol('EQUITY_SOURCE');

/** Between two requests to a provider that limits its rate; doubled each time. */
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 900;
/** Where the provider says when the next request may be made. */
const LONGEST_REQUESTED_PAUSE_SECONDS = 86_400;

@Injectable()
export class EquityBackfillProcessor implements JobProcessor {
  constructor(
    private readonly ingests: EquityIngests,
    private readonly symbols: EquityIngestSymbols,
    private readonly backfill: SymbolBackfill,
    @Inject(EQUITY_SOURCE) private readonly source: EquitySource,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const ingest = await this.ingests.find(run.id);
    if (!ingest) return 'dropped';
    let { pauses } = ingest;
    const source = new PatientSource(this.source, signal, async () => {
      if (pauses > 0) await this.ingests.endPauses(run.token);
      pauses = 0;
    });
    const symbols = await this.symbols.list(run.id);
    try {
      for (const row of symbols) {
        const isOver = row.status === 'completed' || row.status === 'failed';
        if (!isOver) await this.ingestSymbol(run, ingest, row, source, signal);
      }
    } catch (error) {
      if (error instanceof TokenLost) return 'dropped';
      if (signal.aborted || !isSlowDown(error)) throw error;
      return this.pause(run, error, pauses + 1);
    }
    const { status, detail, lastError } = summarise(symbols, source.provider);
    const write: Write = (manager) => this.ingests.storeDetail(manager, run.id, detail);
    return status === 'completed' ? run.complete(write, lastError) : run.fail(lastError ?? detail, write);
  }

  expectedFailure(error: unknown): string | undefined {
    return error instanceof SourceFailure ? error.message : undefined;
  }

  /** The provider limits its rate for longer than a job waits: the ingest goes on later, as often as it takes. */
  private pause(
    run: HeldRun,
    { message, retryAfterMilliseconds = 0 }: SourceFailure,
    pauses: number,
  ): Promise<JobOutcome> {
    const requestedSeconds = Math.min(
      LONGEST_REQUESTED_PAUSE_SECONDS,
      Math.ceil(retryAfterMilliseconds / 1000),
    );
    const ownSeconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (pauses - 1));
    const notBefore = new Date(Date.now() + Math.max(requestedSeconds, ownSeconds) * 1000);
    return run.postpone(notBefore, message, (manager) => this.ingests.countPause(manager, run.id));
  }

  /** What fails one symbol does not stop the others. */
  private async ingestSymbol(
    run: HeldRun,
    { startDate, endDate }: EquityIngest,
    row: EquityIngestSymbol,
    source: PatientSource,
    signal: AbortSignal,
  ): Promise<void> {
    const save = async () => {
      if (!(await this.symbols.save(run.token, row))) throw new TokenLost();
      signal.throwIfAborted();
    };
    const requested = { from: startDate, to: endDate };
    row.status = 'running';
    await save();
    try {
      await this.backfill.run(row, requested, source, save);
    } catch (error) {
      const isExpected = error instanceof SourceFailure || error instanceof BackfillRefusal;
      if (!isExpected || signal.aborted || isSlowDown(error)) throw error;
      row.status = 'failed';
      row.lastError = error.message;
      row.stillMissing = Math.max(
        0,
        (await this.backfill.countMissing(row.symbol, requested)) - row.quarantined,
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
