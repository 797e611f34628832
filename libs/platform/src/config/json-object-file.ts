import { readRegularFile } from './regular-file';

const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** The JSON object in a file that a variable names. Errors begin with the variable's name. */
export function readJsonObjectFile(variable: string, file: string, what: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(readRegularFile(file, MAXIMUM_BYTES));
  } catch (error) {
    throw new Error(`${variable}: ${(error as Error).message}`);
  }
  if (!isObject(content)) throw new Error(`${variable}: must hold a JSON object of ${what}`);
  return content;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
