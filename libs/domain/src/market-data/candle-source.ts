/** Who delivers candles: clients that read the answer, and connectors of ours that nobody answers. */
export const CANDLE_SOURCES = ['feed', 'backfill', 'post', 'bulk', 'import'] as const;

export type CandleSource = (typeof CANDLE_SOURCES)[number];
