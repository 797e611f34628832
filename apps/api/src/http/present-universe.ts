import { ApiError } from './api-error';

/** The universe, or 404 when none has the name. */
export function presentUniverse<T>(universe: T | null, name: string): T {
  if (universe !== null) return universe;
  throw new ApiError({ status: 404, detail: `No universe with the name ${name}` });
}
