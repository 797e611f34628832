import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isHeld } from '../job-runs/change-held';
import { EquityIngestSymbol } from './equity-ingest-symbol.entity';

/** The symbols of ingests: each is a job of its own that the ingest's worker does one after the other. */
@Injectable()
export class EquityIngestSymbols {
  constructor(private readonly dataSource: DataSource) {}

  /** In alphabetical order. */
  list(ingestId: number): Promise<EquityIngestSymbol[]> {
    return this.dataSource.manager.find(EquityIngestSymbol, {
      where: { ingestId },
      order: { symbol: 'ASC' },
    });
  }

  /**
   * Writes how far a symbol is, and once it is over whether its last attempt failed; false, and nothing written, when the
   * token no longer holds.
   */
  save(runToken: string, row: EquityIngestSymbol): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await isHeld(manager, runToken))) return false;
      await manager.save(EquityIngestSymbol, row);
      const isOver = row.status === 'completed' || row.status === 'failed';
      // Where no session had closed nothing was tried: a weekend heals no symbol.
      if (isOver && row.sessions > 0) await noteAttempt(manager, row.symbol, row.lastError);
      return true;
    });
  }
}

/** What ingests that were given up did not get to has failed, too. */
export async function closeAbandoned(manager: EntityManager): Promise<void> {
  const [rows] = await manager.query<[{ symbol: string; reason: string }[], number]>(
    `update equity_ingest_symbols
     set status = 'failed', last_error = coalesce(ingest.last_error, 'The ingest was given up')
     from equity_ingests ingest
     where ingest.id = ingest_id and ingest.status = 'failed' and equity_ingest_symbols.status in ('pending', 'running')
     returning symbol, equity_ingest_symbols.last_error as reason`,
  );
  for (const { symbol, reason } of rows) await noteAttempt(manager, symbol, reason);
}

async function noteAttempt(manager: EntityManager, symbol: string, lastError: string | null): Promise<void> {
  await manager.query('update equity_symbols set last_error = $2, attempted_at = now() where symbol = $1', [
    symbol,
    lastError,
  ]);
}
