import { sign } from 'jsonwebtoken';
import { FeedServer } from '../../../../test/feed-server';
import { JWT_SECRET } from './api-client';
import type { JobStage } from './job-stage';
import type { LosableQueue } from './losable-queue';
import type { ServiceProcess } from './service-process';
import { sharedQueue, sharedStage } from './shared-stage';
import { eventually } from './within';

const HOUR = 3_600_000;

interface FeedRow {
  readonly url: string;
  readonly asked_at: Date | null;
  readonly etag: string | null;
  readonly succeeded_at: Date | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** A headline of an hour ago, as a feed has it. */
export function headline(title: string, link: string) {
  return { title, link, published: new Date(Date.now() - HOUR) };
}

/** The shared stage, with feeds on this machine that its workers poll. */
export class HeadlinePolls {
  private constructor(
    readonly stage: JobStage,
    readonly queue: LosableQueue,
    readonly feeds: FeedServer,
    private readonly apiUrl: string,
  ) {}

  static async open(): Promise<HeadlinePolls> {
    const stage = await sharedStage();
    await stage.runWorkers(0);
    const [, apiUrl] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
    return new HeadlinePolls(stage, await sharedQueue(), await FeedServer.start(), apiUrl);
  }

  startWorker(urls: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    return this.stage.startWorker({
      HEADLINE_FEEDS: urls.join(','),
      HEADLINE_ALLOW_PRIVATE: 'true',
      ...environment,
    });
  }

  /** A request to the analysis, as any client makes it. */
  async call(method: string, path: string) {
    const response = await fetch(`${this.apiUrl}/api/v1/analysis/${path}`, {
      method,
      headers: { authorization: `Bearer ${sign({}, JWT_SECRET)}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  rows(): Promise<FeedRow[]> {
    return this.stage.query<FeedRow>('select * from headline_feeds order by url');
  }

  /** Resolves when so many feeds were polled, well or not. */
  untilPolled(count: number): Promise<FeedRow[]> {
    return eventually(
      'every feed was polled',
      () => this.rows(),
      (rows) =>
        rows.filter(({ succeeded_at, last_error }) => succeeded_at !== null || last_error !== null).length ===
        count,
    );
  }

  /** The stored ones, in the order of their letters. */
  async titles(): Promise<string[]> {
    const rows = await this.stage.query<{ title: string }>('select title from headlines order by title');
    return rows.map(({ title }) => title);
  }
}
