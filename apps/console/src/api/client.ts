import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../.generated/api';
import { currentSession, signOut } from '../session/session';
import { Problem, problemOf, UNREACHABLE } from './problem';

/** Sends the token of the session, and forgets it when the service refuses it. */
const authorization: Middleware = {
  onRequest({ request }) {
    const { token } = currentSession();
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
  async onResponse({ request, response }) {
    if (response.status === 401) await forgetToken(request.headers.get('authorization'), response.clone());
  },
  onError({ error }) {
    // An aborted request is not a failure of the service.
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    return new Problem(0, UNREACHABLE);
  },
};

async function forgetToken(header: string | null, response: Response): Promise<void> {
  const body: unknown = await response.json().catch(() => undefined);
  signOut({ token: header?.replace(/^Bearer /, ''), detail: problemOf(response, body).message });
}

/** Every operation of the service, typed by openapi.json. Prefer `useRead` and `useSend` in components. */
export const api = createClient<paths>({ baseUrl: location.origin });
api.use(authorization);

/** The body of a success; throws the problem of anything else. */
export async function answer<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return data as T;
}

/** A request that openapi-fetch has no use for: a stream, a file. Throws a problem where it does not succeed. */
export async function fetchWithToken(path: string, init: RequestInit = {}): Promise<Response> {
  const { token } = currentSession();
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Problem(0, UNREACHABLE);
  }
  if (response.status === 401) await forgetToken(headers.get('authorization'), response.clone());
  if (response.ok) return response;
  throw problemOf(response, await response.json().catch(() => undefined));
}
