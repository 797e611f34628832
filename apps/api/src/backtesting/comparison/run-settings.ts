import { isDeepStrictEqual } from 'node:util';

/** Settings by their paths, such as parameters.fast. */
export type RunSettings = ReadonlyMap<string, unknown>;

export interface SettingDifference {
  readonly setting: string;
  /** In the order of the runs; null where one has none. */
  readonly values: readonly unknown[];
}

/** The values of an object, and of the objects in it, by their paths; lists are values. */
export function settingsAt(settings: object): RunSettings {
  return new Map(entriesOf(settings, ''));
}

function entriesOf(settings: object, path: string): [string, unknown][] {
  return Object.entries(settings as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? entriesOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] satisfies [string, unknown]],
  );
}

/** The settings that are not the same in all runs, in the order in which the runs have them. */
export function differencesOf(runs: readonly RunSettings[]): SettingDifference[] {
  const settings = new Set(runs.flatMap((run) => [...run.keys()]));
  return [...settings]
    .map((setting) => ({ setting, values: runs.map((run) => run.get(setting) ?? null) }))
    .filter(({ values: [first, ...others] }) => others.some((value) => !isDeepStrictEqual(value, first)));
}
