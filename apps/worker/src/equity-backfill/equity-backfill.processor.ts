import { Inject, Injectable } from '@nestjs/common';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { EquityIngestSymbols } from '#domain/equities/equity-ingest-symbols';
import type { ClaimedIngest } from '#domain/equities/equity-ingests';
import type { JobPayloads } from '#messaging/jobs';
import type { EquitySource } from '#sources/equities/equity-source';
import { SourceFailure } from '#sources/source-failure';
import { Heartbeats } from '../heartbeats';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BackfillRefusal } from './backfill-refusal';
import { EquityBackfillRequeue } from './equity-backfill-requeue';
import { PatientSource } from './patient-source';
import { SymbolBackfill } from './symbol-backfill';

export const OPEN_EQUITY_SOURCE = Symbol('OPEN_EQUITY_SOURCE');

export type OpenEquitySource = () => EquitySource;

@Injectable()
export class EquityBackfillProcessor implements JobProcessor<'equity-backfill'> {
  constructor(
    private readonly symbols: EquityIngestSymbols,
    private readonly ingests: EquityBackfillRequeue,
    private readonly backfill: SymbolBackfill,
    private readonly heartbeats: Heartbeats,
    @Inject(OPEN_EQUITY_SOURCE) private readonly openSource: OpenEquitySource,
  ) {}

  async process(
    { ingestId, run }: JobPayloads['equity-backfill'],
    leaving: AbortSignal,
  ): Promise<JobOutcome> {
    const { rows } = this.ingests;
    const ingest = await rows.claim(ingestId, run);
    if (ingest === 'over') return 'dropped';
    if (ingest === 'busy') return 'busy';
    const { runToken } = ingest;
    const lost = this.heartbeats.begin(runToken, rows);
    try {
      return await this.ingest(ingest, AbortSignal.any([lost, leaving]));
    } catch (error) {
      if (lost.aborted || error instanceof TokenLost) return 'dropped';
      if (leaving.aborted) {
        await this.ingests.handBack(runToken);
        return 'handed back';
      }
      if (isSlowDown(error)) {
        await this.ingests.pause(runToken, error.message);
        return 'handed back';
      }
      await this.ingests.countLoss(runToken, `unexpected: ${(error as Error).message}`);
      throw error;
    } finally {
      this.heartbeats.end(runToken);
    }
  }

  private async ingest(ingest: ClaimedIngest, signal: AbortSignal): Promise<JobOutcome> {
    const { rows } = this.ingests;
    const { id, runToken } = ingest;
    let isPaused = ingest.pauses > 0;
    const source = new PatientSource(this.openSource(), signal, async () => {
      if (isPaused) await rows.endPauses(runToken);
      isPaused = false;
    });
    const symbols = await this.symbols.list(id);
    for (const row of symbols) {
      if (row.status === 'queued' || row.status === 'running')
        await this.ingestSymbol(ingest, row, source, signal);
    }
    const outcome = outcomeOf(symbols, source.provider);
    if (!(await rows.finish(runToken, outcome))) return 'dropped';
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
    row.status = 'running';
    await save();
    try {
      await this.backfill.run(row, { from: startDate, to: endDate }, source, save);
    } catch (error) {
      const isExpected = error instanceof SourceFailure || error instanceof BackfillRefusal;
      if (!isExpected || signal.aborted || isSlowDown(error)) throw error;
      row.status = 'failed';
      row.lastError = error.message;
    }
    await save();
  }
}

/** The row is somebody else's by now. */
class TokenLost extends Error {}

function isSlowDown(error: unknown): error is SourceFailure {
  return error instanceof SourceFailure && error.kind === 'rate limited';
}

function outcomeOf(symbols: readonly EquityIngestSymbol[], provider: string) {
  const failed = symbols.filter(({ status }) => status === 'failed');
  const written = symbols.reduce((sum, row) => sum + row.rowsWritten + row.rowsRewritten, 0);
  const nothing =
    failed.length === 0 ? `up to date: ${provider} has nothing that was not stored` : 'nothing written';
  const rows = written > 0 ? `${written} rows written` : nothing;
  return {
    status: failed.length === 0 ? ('completed' as const) : ('failed' as const),
    detail: failed.length === 0 ? rows : `${rows}; failed: ${failed.length} of ${symbols.length} symbols`,
    lastError: failed.at(0)?.lastError ?? null,
  };
}
