import { useSyncExternalStore } from 'react';
import { expiryOf, readToken } from './token-claims';

const KEY = 'candelabra.token';

export interface Session {
  readonly token: string | undefined;
  /** When the token expires, in milliseconds since 1970; undefined where it says nothing of it. */
  readonly expiresAt: number | undefined;
  /** Why the service refused the last token, in its words. */
  readonly refusal: string | undefined;
}

const listeners = new Set<() => void>();
let session: Session = withToken(sessionStorage.getItem(KEY) ?? undefined);

function withToken(token: string | undefined, refusal?: string): Session {
  return { token, expiresAt: token === undefined ? undefined : expiryOf(token), refusal };
}

function change(next: Session): void {
  session = next;
  if (next.token === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, next.token);
  for (const listener of listeners) listener();
}

export const currentSession = (): Session => session;

/** Uses this token from now on, until the tab closes; false where it is none. */
export function signIn(text: string): boolean {
  const token = readToken(text);
  if (token !== undefined) change(withToken(token));
  return token !== undefined;
}

/** Forgets the token. With a refusal: that of this very token; one that was replaced meanwhile is left alone. */
export function signOut(refused?: { readonly token: string | undefined; readonly detail: string }): void {
  if (refused && refused.token !== session.token) return;
  change(withToken(undefined, refused?.detail));
}

/** Calls the listener after each change; the function that is returned stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Takes the token out of the address `/#token=…`, at once, and leaves the address without it. */
export function takeTokenFromAddress(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  signIn(token);
}
