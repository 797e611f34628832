import type { CcxtClient, CcxtErrors, CcxtSocket } from './ccxt-client';

/**
 * A socket may close while ccxt keeps a message back for the exchange's rate limit, and ccxt handles no failure of such a
 * message: unhandled, it would end the process. Here whoever waits for a message of the socket gets it.
 */
export function reportFailedSends(
  client: Pick<CcxtClient, 'client'>,
  { NetworkError }: Pick<CcxtErrors, 'NetworkError'>,
): void {
  const reported = new WeakSet<CcxtSocket>();
  const connectionTo = client.client.bind(client);
  client.client = (url) => {
    const socket = connectionTo(url);
    if (reported.has(socket)) return socket;
    reported.add(socket);
    const send = socket.send.bind(socket);
    socket.send = (message) => {
      const sent = send(message);
      sent.catch((error: unknown) => socket.reject(new NetworkError((error as Error).message)));
      return sent;
    };
    return socket;
  };
}
