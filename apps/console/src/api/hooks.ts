import {
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  type UseMutationOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from '../../.generated/api';
import { answer, api } from './client';
import type { Problem } from './problem';
import { recoveryInterval } from './recovery';

export type Schemas = components['schemas'];
type Client = typeof api;
type GetPath = ClientPathsWithMethod<Client, 'get'>;
type Init<P extends keyof paths, M extends keyof paths[P]> = MaybeOptionalInit<paths[P], M & HttpMethod>;
type HttpMethod = 'get' | 'post' | 'patch' | 'put' | 'delete';
// What openapi-fetch answers for an operation.
type Answer<P extends keyof paths, M extends keyof paths[P]> = NonNullable<
  FetchResponse<paths[P][M] & Record<string, unknown>, unknown, 'application/json'>['data']
>;

/** Key and function of a read: for `useQuery`, `useQueries`, `queryClient.fetchQuery`. The key begins with the path. */
export function readOptions<P extends GetPath>(path: P, init?: Init<P, 'get'>) {
  return queryOptions<Answer<P, 'get'>, Problem>({
    queryKey: [path, init ?? null],
    queryFn: ({ signal }) =>
      answer<Answer<P, 'get'>>(api.GET(path, { ...(init as object), signal } as never)),
  });
}

/** The key of a mutation that removes what pages show: they do not read it meanwhile. */
export const REMOVAL = ['removal'];

interface ReadSettings<Data> {
  /** Nothing is read while this is false. */
  readonly enabled?: boolean;
  /** Milliseconds between two reads while the page is open; of a job by its former answer, until it is over. */
  readonly refetchInterval?: number | false | ((former: Data | undefined) => number | false);
  /** Shows the answer of the former parameters until the new one is there: tables that are sorted or paged. */
  readonly keepPrevious?: boolean;
}

/**
 * An answer of the service: `useRead('/api/v1/backtesting/{b_id}', { params: { path: { b_id: 42 } } })`.
 * Its error is a `Problem`; `QueryView` shows all of its states.
 */
export function useRead<P extends GetPath>(
  path: P,
  init?: Init<P, 'get'>,
  { keepPrevious = false, refetchInterval = false, enabled = true }: ReadSettings<Answer<P, 'get'>> = {},
) {
  const removing = useIsMutating({ mutationKey: REMOVAL }) > 0;
  return useQuery({
    ...readOptions(path, init),
    enabled: enabled && !removing,
    refetchInterval: ({ state }) =>
      recoveryInterval(state.error) ||
      (typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

/** Sends one operation: `const submit = useSend((body: Schemas['SubmitBacktestDto']) => api.POST('/api/v1/backtesting', { body }))`. */
export function useSend<V, T>(
  send: (variables: V) => Promise<{ data?: T; error?: unknown; response: Response }>,
  {
    changes = [],
    ...options
  }: Omit<UseMutationOptions<T, Problem, V>, 'mutationFn'> & {
    /** Paths whose answers are read again after a success. */
    readonly changes?: readonly GetPath[];
  } = {},
) {
  const queryClient = useQueryClient();
  return useMutation<T, Problem, V>({
    ...options,
    mutationFn: (variables) => answer(send(variables)),
    onSuccess: async (...results) => {
      await Promise.all(changes.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
      await options.onSuccess?.(...results);
    },
  });
}
