import { Socket } from 'node:net';

/** Connections that are opened again too soon reach the same server. */
const PAUSE_MILLISECONDS = 2_000;

const open = new Set<Socket>();
let droppedAt = -Infinity;

/** A socket for a connection to the database, to be dropped with all others. */
export function databaseSocket(): Socket {
  const socket = new Socket();
  open.add(socket);
  socket.once('close', () => open.delete(socket));
  return socket;
}

/**
 * Breaks every connection of this process to its database, those that hold locks and those that listen included. A server that takes
 * no writes any more was replaced by another, which is reached by new connections alone.
 */
export function dropConnections(reason: string): void {
  if (performance.now() - droppedAt < PAUSE_MILLISECONDS) return;
  droppedAt = performance.now();
  // Whoever was answered in this turn gets that answer first.
  setImmediate(() => {
    for (const socket of open) socket.destroy(new Error(`Connection terminated: ${reason}`));
  });
}
