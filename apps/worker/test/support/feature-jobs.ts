import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { JobStage } from './job-stage';
import type { LosableQueue } from './losable-queue';
import type { ServiceProcess } from './service-process';
import { sharedQueue, sharedStage } from './shared-stage';
import { eventually } from './within';

interface Precompute {
  readonly job_id: number;
  readonly status: string;
  readonly computed: number;
  readonly without_candles: number;
  readonly remaining: number | null;
  readonly warnings: string[];
  readonly error: string | null;
}

interface FeaturesAnswer {
  readonly as_of: string | null;
  readonly computed_at: string;
  readonly features: Record<string, number | null>;
  readonly warmup: { readonly bars: number; readonly needed: number; readonly complete: boolean };
  readonly stale: boolean;
}

export const MINUTE_MILLISECONDS = 60_000;
const START = Date.parse('2024-03-01T00:00:00Z');

/** A minute with a body and a range that are the same at any price: alpha158_kmid 0.01, alpha158_klen 0.04. */
export function minute(index: number, open: number): CandleToWrite {
  const text = (factor: number) => (open * factor).toFixed(4);
  return {
    openTime: new Date(START + index * MINUTE_MILLISECONDS),
    open: text(1),
    high: text(1.02),
    low: text(0.98),
    close: text(1.01),
    volume: '5',
  };
}

export function nameOf(symbol: string, exchange = 'x'): SeriesName {
  return { exchange, symbol, interval: '1m' };
}

/** The shared stage with one worker, and its queue, which can lose its jobs; its features are requested as any client does. */
export class FeatureJobs {
  worker: ServiceProcess;

  private constructor(
    readonly queue: LosableQueue,
    readonly stage: JobStage,
  ) {}

  static async open(): Promise<FeatureJobs> {
    const stage = await sharedStage();
    return new FeatureJobs(await sharedQueue(), stage);
  }

  async startWorker(): Promise<void> {
    [this.worker] = await this.stage.runWorkers(1);
  }

  store(name: SeriesName, ...candles: readonly CandleToWrite[]): Promise<void> {
    return this.stage.store(name, candles);
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await this.stage.api.features(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** The id of the computation. */
  async request(body: object): Promise<number> {
    return (await this.send<Precompute>('POST', '/precompute', body)).job_id;
  }

  read(id: number): Promise<Precompute> {
    return this.send('GET', `/precompute/${id}`);
  }

  async finished(id: number, seconds = 60): Promise<Precompute> {
    await this.stage.untilFinished('feature-precompute', id, seconds);
    return this.read(id);
  }

  featuresOf(symbol: string, interval: string): Promise<FeaturesAnswer> {
    return this.send('GET', `?${new URLSearchParams({ symbol, interval }).toString()}`);
  }

  fresh(symbol: string, interval: string, as_of: string): Promise<FeaturesAnswer> {
    return eventually(
      `features of ${symbol} as of ${as_of}`,
      () => this.featuresOf(symbol, interval),
      (answer) => answer.as_of === as_of && !answer.stale,
    );
  }
}
