import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EquitySettings } from '#sources/equities/open-equity-source';
import { ALPACA } from './alpaca-protocol';
import type { EquityMarket } from './equity-market';
import type { Answer, EquityProtocol } from './equity-protocol';
import { TIINGO } from './tiingo-protocol';
import { YAHOO } from './yahoo-protocol';

const PROTOCOLS = { yahoo: YAHOO, alpaca: ALPACA, tiingo: TIINGO } as const satisfies Record<
  string,
  EquityProtocol
>;

/** What a request can get instead of its answer; `too many requests` limits the rate for two seconds. */
export type WrongAnswer = 'too many requests' | 'html' | 'error' | 'cut' | 'hang' | Answer;

const NAMED: Readonly<Record<'html' | 'error', Answer>> = {
  html: {
    headers: { 'Content-Type': 'text/html' },
    body: '<!DOCTYPE html>\n<html><title>Checking your browser…</title></html>',
  },
  error: { status: 503, headers: { 'Content-Type': 'text/plain' }, body: 'upstream connect error' },
};

/**
 * An equity provider on this machine, which speaks as the real one does of a market that the test makes up: see
 * EquityMarket. Point openEquitySource at it by `server.settings`, or a process by EQUITY_PROVIDER, EQUITY_ENDPOINT and
 * the keys of `server.settings`.
 */
export class FakeEquityServer {
  /** Path and query of every request so far. */
  readonly requests: string[] = [];
  /** Of one page, where the provider has pages. */
  mostRows = 10_000;
  private readonly wrongAnswers: (WrongAnswer | undefined)[] = [];

  private constructor(
    readonly provider: keyof typeof PROTOCOLS,
    readonly market: EquityMarket,
    private readonly server: Server,
  ) {}

  static async start(provider: keyof typeof PROTOCOLS, market: EquityMarket): Promise<FakeEquityServer> {
    const server = createServer();
    const fake = new FakeEquityServer(provider, market, server);
    server.on('request', (request, response) => {
      fake.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** For openEquitySource: with keys that are right, and the market's clock. */
  get settings(): EquitySettings {
    return {
      ...PROTOCOLS[this.provider].settings,
      ...{ endpoint: this.endpoint, now: () => this.market.now },
    };
  }

  /** The next requests, after some that are answered correctly, get this instead of what they request; `times` 0: none do any more. */
  answerNext(answer: WrongAnswer, times = 1, { after = 0 } = {}): void {
    this.wrongAnswers.length = 0;
    for (let time = 0; time < after; time++) this.wrongAnswers.push(undefined);
    for (let time = 0; time < times; time++) this.wrongAnswers.push(answer);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? '/');
    const protocol = PROTOCOLS[this.provider];
    const wrong = this.wrongAnswers.shift();
    if (wrong === 'hang') return;
    if (wrong === 'cut') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100000' });
      response.write('{"chart":', () => response.destroy());
      return;
    }
    const question = { url: new URL(request.url ?? '/', this.endpoint), headers: request.headers };
    const { status, headers, body } =
      wrong === undefined
        ? protocol.answer(question, this.market, this.mostRows)
        : wrong === 'too many requests'
          ? protocol.tooManyRequests(2)
          : typeof wrong === 'string'
            ? NAMED[wrong]
            : wrong;
    response.writeHead(status ?? 200, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}
