import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The target's address with the proxy's host and port. */
  readonly url: string;
  /** Like a server that has stopped: connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Like a network that loses every packet: connections stay and nothing comes through. */
  mute(): void;
  restore(): Promise<void>;
  /** Connections from now on go to another server: its host and port alone. */
  retarget(url: string): void;
  close(): Promise<void>;
}

/** A proxy between a client and its server, and can take the server away. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  let target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isMute = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!isMute) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut: stop,
    mute: () => {
      isMute = true;
    },
    restore: async () => {
      isMute = false;
      if (!server.listening) await listen(port);
    },
    retarget: (otherUrl) => {
      target = new URL(otherUrl);
    },
    close: stop,
  };
}
