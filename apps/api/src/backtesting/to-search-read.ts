import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import type { CandlesCorrectedSince } from './candles-corrected.dto';
import { type Progress, type ShownSearch, toRequested } from './parameter-search-read.dto';
import { type SweepRead, toSweepRead } from './sweep.dto';
import { toWalkForwardRead, type WalkForwardRead } from './walk-forward.dto';

/** What is known of a search after its submission. */
interface Known {
  readonly corrected: CandlesCorrectedSince | null;
  readonly requestId: string | null;
}

/** A search as the API shows it: its request, its progress, and, once completed, what it found. */
export function toSearchRead(
  search: ParameterSearch,
  progress: Progress,
  { corrected, requestId }: Known = { corrected: null, requestId: null },
): WalkForwardRead | SweepRead {
  const read =
    search.kind === 'sweep'
      ? toSweepRead(search as ShownSearch<StoredSweep>, progress, corrected)
      : toWalkForwardRead(search as ShownSearch<StoredWalkForward>, progress, corrected);
  return Object.assign(read, toRequested(search, requestId));
}
