import { type Interval } from '../market/interval';

/** A column of a dataset: the rows of the symbol that is traded, or all where it has no symbols. */
export interface ColumnRequest {
  readonly kind: 'column';
  readonly dataset: string;
  /** The newest without. */
  readonly version?: number;
  readonly column: string;
}

/** Settled funding of a perpetual: of the series that is traded, or of the one that is named. */
export interface FundingRequest {
  readonly kind: 'funding_rate';
  readonly exchange?: string;
  readonly symbol?: string;
}

/** Headlines about the symbol that is traded. */
interface HeadlinesRequest {
  readonly kind: 'headlines';
}

/** Candles of another series, or of a longer interval; what is left out is that of the series that is traded. */
export interface CandlesRequest {
  readonly kind: 'candles';
  readonly exchange?: string;
  readonly symbol?: string;
  readonly interval?: Interval;
}

/** What a strategy reads besides the candles that it trades, as plain data. */
export type DataRequest = ColumnRequest | FundingRequest | HeadlinesRequest | CandlesRequest;

export interface DataNeed {
  readonly request: DataRequest;
  /** Where the strategy says so, for messages. */
  readonly path: string;
  /** Where it names a dataset and its version, unless there. */
  readonly datasetPaths?: { readonly dataset: string; readonly version: string };
  /** Candles that are loaded from before the first bar, for averages to settle; 0 of what are no candles. */
  readonly warmupBars: number;
}

/** Equal for equal requests. */
export function keyOfRequest(request: DataRequest): string {
  switch (request.kind) {
    case 'column':
      return JSON.stringify([request.kind, request.dataset, request.version ?? null, request.column]);
    case 'funding_rate':
      return JSON.stringify([request.kind, request.exchange ?? null, request.symbol ?? null]);
    case 'headlines':
      return JSON.stringify([request.kind]);
    case 'candles':
      return JSON.stringify([
        request.kind,
        request.exchange ?? null,
        request.symbol ?? null,
        request.interval ?? null,
      ]);
  }
}

/** Each request once, with the most candles that any of the needs wants. */
export function mergeNeeds(needs: Iterable<DataNeed>): DataNeed[] {
  const merged = new Map<string, DataNeed>();
  for (const need of needs) {
    const key = keyOfRequest(need.request);
    const known = merged.get(key);
    if (known === undefined || known.warmupBars < need.warmupBars) {
      merged.set(key, { ...need, path: known?.path ?? need.path });
    }
  }
  return [...merged.values()];
}

/** What a message calls it. */
export function nameOfRequest(request: DataRequest): string {
  switch (request.kind) {
    case 'column':
      return `${request.dataset}.${request.column}`;
    case 'funding_rate':
      return request.symbol === undefined ? 'funding_rate' : `funding_rate of ${request.symbol}`;
    case 'headlines':
      return 'sentiment';
    case 'candles':
      return [request.exchange, request.symbol, request.interval]
        .filter((part) => part !== undefined)
        .join(' ');
  }
}
