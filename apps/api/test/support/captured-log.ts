import type { INestApplicationContext } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { LOGGER } from '#platform/tokens';

/** The lines that an application logs while the work is done, of every level. */
export async function captureLog(
  application: INestApplicationContext,
  work: (lines: readonly string[]) => Promise<void>,
): Promise<void> {
  const logger = application.get<Logger>(LOGGER);
  const lines: string[] = [];
  const streams = logger as unknown as Record<symbol, unknown>;
  const original = streams[pino.symbols.streamSym];
  streams[pino.symbols.streamSym] = { write: (line: string) => lines.push(line) };
  logger.level = 'trace';
  try {
    await work(lines);
  } finally {
    logger.level = 'silent';
    streams[pino.symbols.streamSym] = original;
  }
}
