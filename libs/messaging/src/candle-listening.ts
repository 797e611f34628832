/** A connection on which notices of candles come in, until it is closed. */
export interface CandleListening {
  /** Where notices are sent for each series apart: resolves when those of this one come in. Elsewhere they all do. */
  follow(seriesId: number): Promise<void> | undefined;
  unfollow(seriesId: number): void;
  close(): Promise<void>;
}

export interface CandleListener {
  receive(text: string): void;
  /** Listening has begun, for the first time or again: what was published before was not received. */
  begun(): void;
}

/** An idle connection that the network has forgotten looks like a quiet market. */
export const PROBE_MILLISECONDS = 5_000;
