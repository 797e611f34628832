import type { Server } from 'node:http';

const IDLE_CHECK_MILLISECONDS = 50;

/**
 * Accepts no more connections, and resolves when the requests under way are answered. Node closes the connections that are
 * idle at once, but keeps those that become idle later.
 */
export async function closeListener(server: Server): Promise<void> {
  const closingIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(closingIdle);
}
