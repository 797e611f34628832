import { sign } from 'jsonwebtoken';

export const JWT_SECRET = 'the-secret-of-all-the-job-suites';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface BacktestRequest {
  readonly strategy_name: string;
  readonly symbol: string;
  readonly interval: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly parameters?: object;
  readonly exchange?: string;
  readonly execution?: object;
  readonly benchmark?: object;
}

export const SMA_CROSS: BacktestRequest = {
  strategy_name: 'sma_cross',
  symbol: 'SPX',
  interval: '1d',
  start_date: '2000-01-03',
  end_date: '2020-04-17',
};

export interface Report {
  readonly id: number;
  readonly status: string;
  readonly detail: string | null;
  readonly metrics: Record<string, unknown> | null;
  readonly benchmark: Record<string, unknown> | null;
  readonly benchmark_series: Record<string, unknown>;
  readonly relative: Record<string, unknown> | null;
  readonly costs: Record<string, unknown> | null;
  readonly warnings: readonly string[];
  readonly bars: number | null;
  readonly warmup_bars: number | null;
  readonly lookahead_check: Record<string, unknown> | null;
  readonly resolved: Record<string, unknown> | null;
  readonly fingerprint: Record<string, unknown> | null;
  readonly candles_corrected_since: Record<string, unknown> | null;
  readonly timings: { readonly losses: number };
}

/** Speaks to the API as any client would. */
export class ApiClient {
  readonly authorization = `Bearer ${sign({ sub: 'job-suites' }, JWT_SECRET, { expiresIn: '1h' })}`;

  constructor(private readonly url: string) {}

  async request(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.open(method, path, { body });
    return { status: response.status, text: await response.text() };
  }

  async marketData(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, `/market-data${path}`, { body });
    return { status: response.status, text: await response.text() };
  }

  async equities(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, `/equities${path}`, { body });
    return { status: response.status, text: await response.text() };
  }

  async features(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, `/features${path}`, { body });
    return { status: response.status, text: await response.text() };
  }

  async universes(method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, `/universes${path}`, { body });
    return { status: response.status, text: await response.text() };
  }

  /** CSV as the body. */
  async datasets(method: string, path: string, body?: string): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v1/datasets${path}`, {
      method,
      headers: {
        authorization: this.authorization,
        ...(body !== undefined && { 'content-type': 'text/csv' }),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  /** The answer to a read, with its body still to be read. */
  openFeatures(path: string, options: { accept?: string; ifNoneMatch?: string } = {}): Promise<Response> {
    return this.send('GET', `/features${path}`, options);
  }

  /** The answer with its body still to be read. */
  open(method: string, path: string, options: { body?: object; accept?: string } = {}): Promise<Response> {
    return this.send(method, `/backtesting${path}`, options);
  }

  /** Submits a backtest and answers its id. */
  async submit(request: BacktestRequest, idempotencyKey?: string): Promise<number> {
    const answer = await this.send('POST', '/backtesting', { body: request, idempotencyKey });
    const text = await answer.text();
    if (answer.status !== 202) throw new Error(`submission answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { id: number }).id;
  }

  async report(id: number): Promise<Report> {
    return (await this.get(`/${id}/report`)) as Report;
  }

  async status(id: number): Promise<string> {
    return ((await this.get(`/${id}`)) as { status: string }).status;
  }

  private async get(path: string): Promise<unknown> {
    const { status, text } = await this.request('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  }

  private send(
    method: string,
    path: string,
    {
      body,
      accept = 'application/json',
      ifNoneMatch,
      idempotencyKey,
    }: { body?: object; accept?: string; ifNoneMatch?: string; idempotencyKey?: string },
  ): Promise<Response> {
    return fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: this.authorization,
        'content-type': 'application/json',
        accept,
        ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: body && JSON.stringify(body),
    });
  }
}
