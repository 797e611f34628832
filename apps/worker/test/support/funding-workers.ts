import type { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import type { FundingIngests } from './funding-ingests';
import type { JobStage } from './job-stage';
import type { LosableQueue } from './losable-queue';
import type { ServiceProcess } from './service-process';

interface FundingStage {
  readonly stage: JobStage;
  readonly queue: LosableQueue;
  readonly ingests: FundingIngests;
  readonly exchange: FakeExchange;
  /** What workers request, but where a test says otherwise: `binance:BTC/USDT:USDT` and so on. */
  readonly symbols: readonly string[];
}

/** The workers of a stage that ingest funding; one of them may go on from test to test. */
export class FundingWorkers {
  private running: ServiceProcess[] = [];

  constructor(private readonly opened: FundingStage) {}

  async start(symbols = this.opened.symbols): Promise<ServiceProcess> {
    const { stage, exchange } = this.opened;
    const worker = await stage.startWorker({
      FUNDING_SYMBOLS: symbols.join(','),
      EXCHANGE_ENDPOINTS: `binance=${exchange.endpoint}`,
    });
    this.running.push(worker);
    return worker;
  }

  async kill(workers: readonly ServiceProcess[] = this.running): Promise<void> {
    this.running = this.running.filter((worker) => !workers.includes(worker));
    await Promise.all(workers.map((worker) => worker.kill()));
  }

  /** Leaves neither a worker, nor a job, nor what one has stored. */
  async clear(): Promise<void> {
    await this.kill();
    await this.opened.queue.flush(this.opened.stage);
    await this.opened.ingests.clear();
  }

  /** One worker that requests every symbol for the first time: that of the test before where it still runs, or a new one. */
  async requestFirst(): Promise<ServiceProcess> {
    const kept = this.running.filter(({ isRunning }) => isRunning);
    if (kept.length === 1) {
      await this.opened.ingests.forget();
      return kept[0];
    }
    await this.clear();
    return this.start();
  }
}
