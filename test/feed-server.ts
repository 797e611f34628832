import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on this machine that answers by path, as the servers of feeds do, well and badly behaved ones. */
export class FeedServer {
  readonly requests: IncomingMessage[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FeedServer> {
    const server = createServer();
    const feeds = new FeedServer(server);
    server.on('request', (request, response) => {
      feeds.requests.push(request);
      const answer = feeds.answers.get(request.url!);
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return feeds;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Answers a path with a text or by a function; the answer is the path's address. */
  serve(path: string, answer: Answer | string): string {
    this.answers.set(path, typeof answer === 'string' ? (_, response) => void response.end(answer) : answer);
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

interface RssItem {
  readonly title: string;
  readonly link: string;
  readonly published: Date;
}

/** As CoinDesk and its like send it. */
export function rssOf(items: readonly RssItem[]): string {
  const texts = items.map(
    ({ title, link, published }) =>
      `<item><title><![CDATA[${title}]]></title><link>${link}</link><guid isPermaLink="false">${link}</guid>` +
      `<pubDate>${published.toUTCString()}</pubDate></item>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">' +
    `<channel><title>News</title><link>https://news.example</link>${texts.join('')}</channel></rss>`
  );
}
