import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { Schemas } from './hooks';
import { asProblem, type Problem, problemOf } from './problem';

/** Records that are changed with `If-Match`. */
interface Records {
  readonly '/api/v1/trade-journal/{j_id}': Schemas['TradeJournalRead'];
  readonly '/api/v1/trade-journal/{j_id}/details': Schemas['TradeDetailsRead'];
  readonly '/api/v1/strategy-ideas/{idea_id}': Schemas['StrategyIdeaRead'];
  readonly '/api/v1/universes/{name}': Schemas['UniverseRead'];
}

/** A record with its entity tag (RFC 9110, 8.8.3), which a change of it names. */
export interface Tagged<Body> {
  readonly body: Body;
  readonly tag: string;
}

/** Reads a record with its entity tag; the key begins with the path, as that of `useRead`. */
export function useTagged<P extends keyof Records>(
  path: P,
  parameters: Readonly<Record<string, number | string>>,
) {
  return useQuery<Tagged<Records[P]>, Problem>({
    queryKey: [path, parameters, 'tagged'],
    queryFn: async ({ signal }) => {
      const { data, error, response } = await api.GET(path, {
        params: { path: parameters },
        signal,
      } as never);
      if (!response.ok) throw problemOf(response, error);
      return { body: data as unknown as Records[P], tag: response.headers.get('etag') ?? '*' };
    },
  });
}

/** The record as it is now; throws the problem where it cannot be read. */
export async function reread<Body>({
  refetch,
}: {
  readonly refetch: () => Promise<{ readonly data?: Tagged<Body>; readonly error: unknown }>;
}): Promise<Tagged<Body>> {
  const { data, error } = await refetch();
  if (!data) throw asProblem(error);
  return data;
}
