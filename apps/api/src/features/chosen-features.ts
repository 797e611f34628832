import { FEATURES } from '#engine/features/feature-set';
import { unprocessable } from '../http/api-error';

const MOST_NAMED = 10;
const LONGEST_NAMED = 64;

/** Indices of the features that a list names, each once and in its order; all where there is no list. */
export function chosenFeatures(list: string | undefined): number[] {
  if (list === undefined) return FEATURES.map((_, index) => index);
  const names = [...new Set(list.split(','))];
  const chosen = names.map((name) => FEATURES.findIndex((feature) => feature.name === name));
  const unknown = names.filter((_, index) => chosen[index] < 0);
  if (unknown.length === 0) return chosen;
  const named = unknown.slice(0, MOST_NAMED).map((name) => JSON.stringify(name.slice(0, LONGEST_NAMED)));
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : '';
  throw unprocessable([
    {
      field: 'features',
      message: `names what is no feature: ${named.join(', ')}${more}; GET /api/v1/features/definitions lists those there are`,
    },
  ]);
}
