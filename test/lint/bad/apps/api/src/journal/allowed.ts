import type { Server } from 'node:http';

export const listening = (server: Server, logger: { info(fields: object, message: string): void }) =>
  logger.info({ metrics_port: server.address() }, 'Listening');
export const longer = (spans: readonly number[], last: number) => [...spans, last];
