import { type Environment, readEnvironment } from '#platform/config/environment';

/** What a command has of the process that it runs in. */
export interface Shell {
  readonly readEnvironment: () => Environment;
  /** Where its answer is written, and nothing else. */
  readonly output: Output;
  /** Progress, and what went wrong. */
  readonly errors: Output;
  /** Aborted when who typed the command wants it to end. */
  readonly interruption: () => AbortSignal;
  /** What the command makes it; `done` before. */
  exitCode: ExitCode;
}

export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export const EXIT_CODES = { done: 0, failed: 1, someRefused: 2, interrupted: 130 } as const;

type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export const processShell: Shell = {
  readEnvironment: () => readEnvironment(),
  output: process.stdout,
  errors: process.stderr,
  interruption: interruptionSignal,
  exitCode: EXIT_CODES.done,
};

/** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process as if there were no handler. */
function interruptionSignal(): AbortSignal {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  return interruption.signal;
}
