import { sign } from 'jsonwebtoken';
import { type Answer, JWT_SECRET, SMA_CROSS } from './api-client';
import type { JobStage } from './job-stage';
import { eventually } from './within';

export type SearchRoute = 'walk-forward' | 'sweep';

export interface Search {
  readonly id: number;
  readonly status: string;
  readonly detail: string | null;
  readonly warnings: readonly string[];
  readonly created_at: string;
  readonly progress: { readonly chunks_done: number; readonly chunks: number | null };
  readonly [field: string]: unknown;
}

interface SweepRow {
  readonly parameters: Readonly<Record<string, number>>;
  readonly score: number | null;
  readonly sharpe_ratio: number | null;
  readonly total_return: number;
  readonly max_drawdown: number;
  readonly trades: number;
}

export interface Sweep extends Search {
  readonly combinations: readonly SweepRow[];
  readonly best: SweepRow | null;
  readonly trials: number;
  readonly probability_of_backtest_overfitting: number | null;
  readonly benchmark: Readonly<Record<string, number>>;
  readonly verdict: { readonly level: string; readonly reasons: readonly object[] };
}

/** Submits and reads searches as any client would. */
export class SearchClient {
  private readonly token: string;

  constructor(
    private readonly stage: JobStage,
    /** Of its token. */
    subject = 'search-suites',
  ) {
    this.token = sign({ sub: subject }, JWT_SECRET, { expiresIn: '1h' });
  }

  async request(
    method: string,
    path: string,
    { body, prefer }: { body?: object; prefer?: string } = {},
  ): Promise<Answer> {
    const [, url] = await this.stage.apiProcess.printed(/"url":"([^"]+)"/);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        ...(prefer && { prefer }),
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Submits a walk-forward run and waits for its answer as long as the API does. */
  walkForward(fields: object, prefer?: string): Promise<Search> {
    return this.expect(200, 'POST', '/backtesting/walk-forward', {
      body: { ...SMA_CROSS, ...fields },
      prefer,
    });
  }

  sweep(fields: object): Promise<Search> {
    return this.expect(202, 'POST', '/backtesting/sweep', { body: { ...SMA_CROSS, ...fields } });
  }

  /** Submits a portfolio's search; `prefer` may have it wait. */
  async portfolio(route: SearchRoute, body: object, prefer?: string): Promise<Search> {
    const path = `/backtesting/portfolio/${route}`;
    const { status, text } = await this.request('POST', path, { body, prefer });
    if (status !== 202 && status !== 200) throw new Error(`POST ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Search;
  }

  /** The outcome, however long it takes. */
  async verify(route: SearchRoute, id: number): Promise<Search> {
    const path = `/backtesting/${route}/${id}/verify`;
    const { status, text } = await this.request('POST', path);
    if (status === 200) return JSON.parse(text) as Search;
    if (status !== 202) throw new Error(`POST ${path} answered ${status}: ${text}`);
    const read = await eventually(
      `${route} ${id} is verified`,
      () => this.request('GET', path),
      (answer) => answer.status !== 202,
    );
    return JSON.parse(read.text) as Search;
  }

  read(route: SearchRoute, id: number): Promise<Search> {
    return this.expect(200, 'GET', `/backtesting/${route}/${id}`);
  }

  /** The search when it is completed or failed. */
  async untilOver(route: SearchRoute, id: number, { seconds = 60 } = {}): Promise<Search> {
    return eventually(
      `${route} ${id} is over`,
      () => this.read(route, id),
      ({ status }) => status === 'completed' || status === 'failed',
      { seconds },
    );
  }

  private async expect(status: number, method: string, path: string, options = {}): Promise<Search> {
    const answer = await this.request(method, path, options);
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as Search;
  }
}

/** What two runs of the same request have in common: everything but who and when they were; equal texts are equal to the last byte. */
export function contentOf(search: Search): string {
  return JSON.stringify({ ...search, id: undefined, created_at: undefined });
}
