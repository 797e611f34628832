import { useQuery } from '@tanstack/react-query';
import { answer, api } from './client';
import type { Schemas } from './hooks';
import type { Problem } from './problem';

/** Stored candles in their order: from a start the first ones, else the last ones, `limit` of them at most. */
export function useCandles(query: Schemas['QueryCandlesticksDto'], { enabled = true } = {}) {
  return useQuery<Schemas['CandlestickRead'][], Problem>({
    queryKey: ['/api/v1/market-data/candlesticks/query', query],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/v1/market-data/candlesticks/query', { body: query, signal })),
    enabled,
  });
}
