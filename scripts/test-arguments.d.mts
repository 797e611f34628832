export const PROJECTS: readonly string[];
export const SCENARIOS_VARIABLE: string;
export const SCENARIO_ENDING: string;
export function arrangeArguments(
  given: readonly string[],
  testFiles: readonly string[],
): { chosen: string[]; options: string[]; variables: Record<string, string> };
export function suiteOf(scenarioFile: string): string;
export function listTestFiles(root: string): string[];
