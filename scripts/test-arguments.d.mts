export const PROJECTS: readonly string[];
export function arrangeArguments(given: readonly string[], testFiles: readonly string[]): string[];
export function listTestFiles(root: string): string[];
