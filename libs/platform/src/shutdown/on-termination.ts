import type { Logger } from 'pino';

const GRACE_MILLISECONDS = 9_000;

/**
 * Runs `stop` once, on SIGTERM, SIGINT or when the process that spawned this one over IPC has exited, and then exits. What
 * has not finished nine seconds after `delaySeconds` is cut off: the rows know what was not finished.
 */
export function onTermination(logger: Logger, stop: () => Promise<void>, { delaySeconds = 0 } = {}): void {
  let isStopping = false;
  const begin = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'Shutting down');
    const deadline = setTimeout(
      () => {
        logger.warn('Not everything finished in time; exiting all the same');
        process.exit(1);
      },
      delaySeconds * 1_000 + GRACE_MILLISECONDS,
    );
    stop()
      .then(() => {
        clearTimeout(deadline);
        process.exit(0);
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'The shutdown failed');
        process.exit(1);
      });
  };
  process.once('SIGTERM', () => begin('SIGTERM'));
  process.once('SIGINT', () => begin('SIGINT'));
  process.once('disconnect', () => begin('parent exited'));
}
