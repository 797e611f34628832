import { useRead, type Schemas } from '../../api/hooks';

export const UNIVERSES = '/api/v1/universes';
export const UNIVERSE = '/api/v1/universes/{name}';

/** Of a page of universes. */
const MOST_UNIVERSES = 1_000;

/** The universes that are stored, without their members. */
export function useStoredUniverses() {
  return useRead(UNIVERSES, { params: { query: { size: MOST_UNIVERSES } } });
}

export type Universe = Schemas['UniverseRead'];
