import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { register } from 'prom-client';

/** Degraded: it works, and something that it can do without for a while is away. */
export type ReadyState =
  { readonly status: 'ready' } | { readonly status: 'degraded'; readonly detail: string };

/** Throws an error that says why the process cannot work now. */
export type ReadinessCheck = () => Promise<ReadyState>;

/**
 * The port that a scraper and an orchestrator query inside the network: `/metrics`, `/health` and `/ready`, without a
 * token. It is never published outside.
 */
export async function startMetricsServer(
  { port, host }: { port: number; host: string },
  checkReadiness: ReadinessCheck,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, contentType: string, body: string) =>
      response.writeHead(status, { 'content-type': contentType }).end(body);
    const answerJson = (status: number, body: object) =>
      answer(status, 'application/json', JSON.stringify(body));

    // A scraper may add parameters.
    switch (request.url?.split('?', 1)[0]) {
      case '/metrics':
        register.metrics().then(
          (text) => answer(200, register.contentType, text),
          (error: unknown) => answer(500, 'text/plain', String(error)),
        );
        break;
      case '/health':
        answerJson(200, { status: 'ok' });
        break;
      case '/ready':
        checkReadiness().then(
          (state) => answerJson(200, state),
          (error: unknown) => answerJson(503, { status: 'unavailable', detail: (error as Error).message }),
        );
        break;
      default:
        answerJson(404, { detail: 'Only /metrics, /health and /ready are served here' });
    }
  });
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => reject(listenError(error, { variable: 'METRICS_PORT', port, host }));
    server.once('error', refuse).listen(port, host, resolve);
  });
  return server;
}

interface ListenSetting {
  /** That of the port. */
  readonly variable: string;
  readonly port: number;
  readonly host: string;
}

/** What names without an address, addresses of other machines and names whose servers do not answer fail with. */
const NOT_OF_THIS_MACHINE = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'];

/** Names the variable to set where the port is taken, or the host not of this machine; any other error as it is. */
export function listenError(error: Error, { variable, port, host }: ListenSetting): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken: set ${variable} to a free one, or to 0 for any`);
  if (!NOT_OF_THIS_MACHINE.includes(code)) return error;
  return new Error(
    `HOST: must be an address or a name of this machine, such as 0.0.0.0 or 127.0.0.1; ${host} is none`,
  );
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
