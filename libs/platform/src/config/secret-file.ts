import { readRegularFile, UnsuitableFileError } from './regular-file';

const MAXIMUM_BYTES = 65_536;

/** The variable that names the file in which a secret is. */
export const secretFileVariable = (name: string) => `${name}_FILE`;

interface Given {
  /** For messages: the variable, and with it the path where the value is in a file. */
  readonly origin: string;
  readonly value: string | undefined;
}

/** A variable's value, or the one line of the file that `<name>_FILE` names. Errors hold names and paths, never content. */
export function readSecret(name: string, source: NodeJS.ProcessEnv): Given {
  const [value, path] = [source[name]?.trim(), source[secretFileVariable(name)]?.trim()];
  if (!path) return { origin: name, value };
  const origin = `${secretFileVariable(name)} (${path})`;
  if (value) throw new Error(`${name} and ${secretFileVariable(name)} are both set: keep one of them`);
  const content = readSecretFile(path, origin);
  if (content === '') throw new Error(`${origin}: the file is empty`);
  if (/[\r\n\0]/.test(content)) throw new Error(`${origin}: the file must hold one line of text`);
  return { origin, value: content };
}

function readSecretFile(path: string, origin: string): string {
  try {
    return readRegularFile(path, MAXIMUM_BYTES).trim();
  } catch (error) {
    if (error instanceof UnsuitableFileError) throw new Error(`${origin}: ${error.message}`);
    throw new Error(`${origin}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
