import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { formatDate } from '#engine/market/parse-time';
import type { MissingSessions } from './equity-candles';

/**
 * Sets the outcome of a symbol. It is completed when everything that the provider has of the range is stored and that is
 * something; it failed when nothing is stored of it, when a candle broke a rule, and when nothing of what was missing came,
 * unless the provider has sessions before and after that and it was requested often enough.
 */
export function judgeOutcome(
  row: EquityIngestSymbol,
  due: readonly number[],
  { first, missing, uncertain }: MissingSessions,
  provider: string,
): void {
  const stored = due.length - missing.length;
  const isAfterFirst = (session: number) => stored === 0 || first === undefined || session >= first;
  const lacked = missing.filter(isAfterFirst);
  // Each session that is not stored is counted once; what waits in quarantine did come.
  const came = Math.min(row.quarantined, missing.length);
  row.stillMissing = Math.max(0, lacked.length - came);
  row.beforeListing = missing.length - came - row.stillMissing;

  const written = row.inserted + row.updated;
  const mayCome = uncertain.some(isAfterFirst);
  row.lastError = failureOf(row, { due, stored, lacked, mayCome, written }, provider);
  row.status = row.lastError === null ? 'completed' : 'failed';
  if (due.length === 0) row.detail = 'up to date: no session of the range has closed';
  else if (written === 0 && row.lastError === null) {
    row.detail = `up to date: ${upToDateFor(row, provider)}`;
  } else row.detail = sessionsOf(row);
}

function sessionsOf({ inserted, updated }: Pick<EquityIngestSymbol, 'inserted' | 'updated'>): string {
  return `${inserted} sessions inserted, ${updated} updated`;
}

function upToDateFor({ requested, stillMissing }: EquityIngestSymbol, provider: string): string {
  if (requested === 0) return 'every session of the range was stored before';
  if (stillMissing === 0) return `everything that ${provider} has of the range was stored before`;
  return `${provider} has none of the missing sessions that were requested: ${stillMissing}`;
}

interface Findings {
  readonly due: readonly number[];
  readonly stored: number;
  /** Not stored, and not before the first that is. */
  readonly lacked: readonly number[];
  readonly mayCome: boolean;
  readonly written: number;
}

function failureOf(
  { symbol, quarantined }: EquityIngestSymbol,
  { due, stored, lacked, mayCome, written }: Findings,
  provider: string,
): string | null {
  if (due.length === 0) return null;
  if (quarantined > 0) {
    return `candles of ${provider} for ${symbol} that broke a rule wait in quarantine: ${quarantined}`;
  }
  if (stored === 0) {
    const [from, to] = [formatDate(due[0]), formatDate(due[due.length - 1])];
    return `${provider} has no session of ${symbol} from ${from} to ${to}`;
  }
  if (written === 0 && mayCome) {
    const [count, from] = [lacked.length, formatDate(lacked[0])];
    return `${provider} has none of the missing sessions of ${symbol}: ${count}, the first ${from}`;
  }
  return null;
}

/** The outcome of an ingest whose symbols are all finished. */
export function summarise(symbols: readonly EquityIngestSymbol[], provider: string) {
  const failed = symbols.filter(({ status }) => status === 'failed');
  const inserted = symbols.reduce((sum, row) => sum + row.inserted, 0);
  const updated = symbols.reduce((sum, row) => sum + row.updated, 0);
  const sessions = sessionsOf({ inserted, updated });
  if (failed.length === 0) {
    const wasRequested = symbols.some(({ requested }) => requested > 0);
    const nothing = wasRequested ? `${provider} has nothing that was not stored` : 'no session was missing';
    const detail = inserted + updated > 0 ? sessions : `up to date: ${nothing}`;
    return { status: 'completed', detail, lastError: null } as const;
  }
  const detail = `${sessions}; failed: ${failed.length} of ${symbols.length} symbols`;
  return { status: 'failed', detail, lastError: failed[0].lastError } as const;
}
