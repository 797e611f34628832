/** Connectors of ours that deliver candles nobody answers a refusal to. */
export const CANDLE_SOURCES = ['feed', 'backfill'] as const;

export type CandleSource = (typeof CANDLE_SOURCES)[number];
