import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import { formatDate } from '#engine/market/parse-time';
import type { MissingSessions } from './equity-candles';

/**
 * Says how a symbol ended. It is completed when everything that the provider has of the range is stored and that is
 * something; it failed when nothing was stored of it, when nothing came of what was missing, and when a candle broke a rule.
 */
export function judgeOutcome(
  row: EquityIngestSymbol,
  due: readonly number[],
  { first, uncertain, certain }: MissingSessions,
  provider: string,
): void {
  const stored = due.length - uncertain.length - certain.length;
  const isBefore = (session: number) => stored > 0 && first !== undefined && session < first;
  const missing = uncertain.filter((session) => !isBefore(session));
  row.beforeHistory = uncertain.length - missing.length;
  row.stillMissing = missing.length;

  const written = row.rowsWritten + row.rowsRewritten;
  row.lastError = failureOf(row, { due, stored, missing, written }, provider);
  row.status = row.lastError === null ? 'completed' : 'failed';
  if (due.length === 0) row.detail = 'up to date: no session of the range has ended';
  else if (written === 0 && row.lastError === null) {
    row.detail = `up to date: everything that ${provider} has of the range was stored before`;
  } else row.detail = `${row.rowsWritten} sessions written, ${row.rowsRewritten} adjusted for a split`;
}

interface Findings {
  readonly due: readonly number[];
  readonly stored: number;
  readonly missing: readonly number[];
  readonly written: number;
}

function failureOf(
  { symbol, quarantined }: EquityIngestSymbol,
  { due, stored, missing, written }: Findings,
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
  if (written === 0 && missing.length > 0) {
    const [count, from] = [missing.length, formatDate(missing[0])];
    return `${provider} has none of the missing sessions of ${symbol}: ${count}, the first ${from}`;
  }
  return null;
}

/** How an order ended whose symbols have all ended. */
export function summarise(symbols: readonly EquityIngestSymbol[], provider: string) {
  const failed = symbols.filter(({ status }) => status === 'failed');
  const written = symbols.reduce((sum, row) => sum + row.rowsWritten + row.rowsRewritten, 0);
  const rows = `${written} rows written`;
  if (failed.length === 0) {
    const detail = written > 0 ? rows : `up to date: ${provider} has nothing that was not stored`;
    return { status: 'completed', detail, lastError: null } as const;
  }
  const detail = `${rows}; failed: ${failed.length} of ${symbols.length} symbols`;
  return { status: 'failed', detail, lastError: failed[0].lastError } as const;
}
