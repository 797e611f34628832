import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebSocket } from 'playwright-core';

/** Playwright's words for a request that the page itself gave up: a view that closed, a query that is no longer needed. */
const GIVEN_UP = 'net::ERR_ABORTED';
/** Answers without an end. */
const STREAM = 'text/event-stream';
const VIOLATION = 'content security policy: ';

interface Expectation {
  readonly matches: (status: number | 'away', path: string) => boolean;
  readonly text: string;
  used: boolean;
}

/** Everything that a page of the console must not do, noted as it happens. */
export class PageWatch {
  private noted: string[] = [];
  private expected: Expectation[] = [];
  /** Without those that are streams. */
  private readonly pending = new Set<Request>();

  constructor(
    private readonly origin: string,
    private readonly token: string | undefined,
  ) {}

  async follow(context: BrowserContext): Promise<void> {
    await context.exposeBinding('noteViolation', (_source, text: string) => this.note(`${VIOLATION}${text}`));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { noteViolation } = window as unknown as { noteViolation: (text: string) => void };
        noteViolation(`${event.violatedDirective} by ${event.blockedURI || 'inline'}`);
      });
    });
    context.on('console', (message) => this.onMessage(message));
    context.on('weberror', (error) => this.note(`uncaught: ${error.error().stack ?? String(error.error())}`));
    context.on('request', (request) => this.onRequest(request));
    context.on('response', (response) => this.onResponse(response));
    context.on('requestfinished', (request) => this.pending.delete(request));
    context.on('requestfailed', (request) => this.onFailure(request));
    context.on('page', (page: Page) => page.on('websocket', (socket) => this.onSocket(socket)));
  }

  /** Allows answers with this status to requests of this path, without its query; there must be one. `away`: no answer at all. */
  expect(status: number | 'away', path: string | RegExp): void {
    const isPath = (candidate: string) =>
      typeof path === 'string' ? candidate === path : path.test(candidate);
    this.expected.push({
      matches: (given, candidate) => given === status && isPath(candidate),
      text: `${status} of ${path}`,
      used: false,
    });
  }

  /** Requests that have no answer yet. */
  get waiting(): readonly string[] {
    return [...this.pending].map((request) => `${request.method()} ${request.url()}`);
  }

  /** What went wrong until now, and what was announced and did not come. */
  get problems(): readonly string[] {
    const missing = this.expected
      .filter(({ used }) => !used)
      .map(({ text }) => `expected, but did not come: ${text}`);
    return [...this.noted, ...missing];
  }

  /** The problems, and begins anew without them. */
  take(): readonly string[] {
    const { problems } = this;
    this.noted = [];
    this.expected = [];
    return problems;
  }

  private note(problem: string): void {
    // A report is read by more people than may use the token.
    this.noted.push(this.token ? problem.replaceAll(this.token, '<token>') : problem);
  }

  private onMessage(message: ConsoleMessage): void {
    if (!['error', 'warning'].includes(message.type())) return;
    const { url, lineNumber } = message.location();
    // The browser's own line on an answer or a failure, which is judged where it comes.
    if (message.text().startsWith('Failed to load resource:')) return;
    this.note(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`);
  }

  private onRequest(request: Request): void {
    const url = this.judgeUrl(request.url(), request.method());
    if (url?.protocol.startsWith('http')) this.pending.add(request);
  }

  private judgeUrl(text: string, what: string): URL | undefined {
    // A fragment is never sent.
    const url = new URL(text);
    url.hash = '';
    const sent = url.href;
    if (['data:', 'blob:', 'about:'].includes(url.protocol)) return undefined;
    if (url.origin.replace(/^ws/, 'http') !== this.origin) this.note(`another host: ${what} ${sent}`);
    if (this.token && sent.includes(this.token)) this.note(`a token in an address: ${what} ${sent}`);
    return url;
  }

  private onResponse(response: Response): void {
    const request = response.request();
    if (response.headers()['content-type']?.startsWith(STREAM)) this.pending.delete(request);
    const status = response.status();
    if (status >= 400 && !this.isExpected(status, request))
      this.note(`${status}: ${request.method()} ${request.url()}`);
  }

  private onFailure(request: Request): void {
    this.pending.delete(request);
    const reason = request.failure()?.errorText ?? 'failed';
    if (reason === GIVEN_UP || this.isExpected('away', request)) return;
    this.note(`${reason}: ${request.method()} ${request.url()}`);
  }

  private onSocket(socket: WebSocket): void {
    const url = this.judgeUrl(socket.url(), 'WebSocket');
    socket.on('socketerror', (error) => {
      if (!this.hasExpected('away', url?.pathname ?? '')) this.note(`WebSocket: ${error}`);
    });
  }

  private isExpected(status: number | 'away', request: Request): boolean {
    return this.hasExpected(status, new URL(request.url()).pathname);
  }

  private hasExpected(status: number | 'away', path: string): boolean {
    const found = this.expected.find(({ matches }) => matches(status, path));
    if (found) found.used = true;
    return found !== undefined;
  }
}
