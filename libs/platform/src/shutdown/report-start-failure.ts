import { redactSecrets } from '../logging/logger';

/** Says why a process could not start, and ends it. */
export function reportStartFailure(error: unknown): never {
  const { name, message, stack = message } = error as Error;
  // A setting that is wrong needs no stack.
  process.stderr.write(
    `${redactSecrets(name === 'Error' || name === 'InvalidEnvironmentError' ? message : stack)}\n`,
  );
  process.exit(1);
}
