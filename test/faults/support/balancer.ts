import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../apps/worker/test/support/within';
import { readiness } from './readiness';

const PROBE_MILLISECONDS = 100;
const KEEP_ALIVE_MILLISECONDS = 60_000;

/**
 * What is in front of replicas in production, in small: it sends requests round robin to those whose /ready was 200 when it last
 * checked, over connections that it keeps, and repeats none.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  /** It keeps connections longer than a busy machine holds a client up: one that it closes as a request comes would have no answer. */
  private readonly server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MILLISECONDS },
    (incoming, response) => this.forward(incoming, response),
  );
  private readonly probing = setInterval(
    () => this.replicas.forEach((url) => void this.probe(url)),
    PROBE_MILLISECONDS,
  );
  private readonly ready = new Set<string>();
  private readonly replicas = new Set<string>();
  private next = 0;

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async untilReady(count: number): Promise<void> {
    await eventually(
      `${count} replicas are ready`,
      () => Promise.resolve(this.ready.size),
      (ready) => ready === count,
    );
  }

  add(url: string): void {
    this.replicas.add(url);
  }

  close(): void {
    clearInterval(this.probing);
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async probe(url: string): Promise<void> {
    const status = await readiness(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) this.ready.add(url);
    else this.ready.delete(url);
  }

  private forward(incoming: IncomingMessage, response: ServerResponse): void {
    const urls = [...this.ready];
    if (urls.length === 0) {
      response.writeHead(502).end();
      return;
    }
    const { method, headers, url } = incoming;
    const target = new URL(url ?? '/', urls[this.next++ % urls.length]);
    const outgoing = request(
      target,
      { method, headers: withoutConnection(headers), agent: this.agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
        answer.pipe(response);
      },
    );
    outgoing.once('error', () => response.headersSent || response.writeHead(502).end());
    incoming.pipe(outgoing);
  }
}

/** Each side of a proxy keeps or closes connections of its own. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection'));
}
