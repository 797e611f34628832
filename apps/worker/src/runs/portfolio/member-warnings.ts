import type { UniverseMember } from '#domain/universes/universe-member';
import { listNames } from '#engine/portfolio/decision-notes';
import type { LoadedMember } from './member-inputs';

/** What a reader should know of the universe and of its candles. The same of several members is one warning, which names them. */
export function memberWarnings(
  universe: readonly UniverseMember[],
  loaded: readonly LoadedMember[],
): string[] {
  const named = new Map<string, string[]>();
  for (const { member, warnings } of loaded) {
    for (const warning of warnings) named.set(warning, [...(named.get(warning) ?? []), member.symbol]);
  }
  const ofCandles = [...named].map(([warning, symbols]) => {
    // Most name their symbol themselves.
    if (symbols.some((symbol) => warning.includes(symbol))) return warning;
    return symbols.length === loaded.length && symbols.length > 1
      ? warning
      : `${listNames(symbols)}: ${warning}`;
  });
  return [...survivorshipWarnings(universe), ...ofCandles];
}

/** Who chooses today what was traded yesterday chooses what did well. */
function survivorshipWarnings(universe: readonly UniverseMember[]): string[] {
  const undated = universe.filter(({ from, to }) => from === null && to === null);
  if (undated.length === 0) return [];
  const who =
    undated.length === universe.length
      ? 'no member has dates'
      : `${undated.length} of ${universe.length} members have no dates`;
  return [
    `survivorship bias: ${who}, so that the universe holds what is known today; give from and to of each series that joined or left it`,
  ];
}
