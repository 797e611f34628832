import { getSharedConfigToken } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type FlowJob, FlowProducer, type QueueOptions } from 'bullmq';
import { inTime } from './in-time';
import { JOB_OPTIONS } from './job-queues';
import { jobIdOf } from './jobs';

/** A flow is as many jobs as it has chunks, which one after the other become rows where the queue is in Postgres. */
const FLOW_TIMEOUT_SECONDS = 5;

/** Jobs that wait for other jobs. The rows are the truth: a flow that the queue loses is built again from them. */
@Injectable()
export class JobFlows implements OnApplicationShutdown {
  private producer: FlowProducer | undefined;

  constructor(@Inject(getSharedConfigToken()) private readonly options: QueueOptions) {}

  /**
   * The chunks of a search, and the assembly that waits until each of them has finished, well or not. Rejects soon when the
   * queue is away.
   */
  async addSearch({ id, run }: { id: number; run: number }, positions: readonly number[]): Promise<void> {
    const search = { searchId: id, run };
    await this.add({
      name: 'parameter-search-assemble',
      queueName: 'parameter-search-assemble',
      data: search,
      opts: { ...JOB_OPTIONS, jobId: jobIdOf('parameter-search-assemble', search) },
      children: positions.map((position) => ({
        name: 'parameter-search-chunk',
        queueName: 'parameter-search-chunk',
        data: { ...search, position },
        opts: {
          ...JOB_OPTIONS,
          jobId: jobIdOf('parameter-search-chunk', { ...search, position }),
          ignoreDependencyOnFailure: true,
        },
      })),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.producer) await close(this.producer);
  }

  private async add(flow: FlowJob): Promise<void> {
    const producer = (this.producer ??= new FlowProducer({ connection: this.options.connection }));
    try {
      await inTime(producer.add(flow), FLOW_TIMEOUT_SECONDS);
    } catch (error) {
      // A producer remembers for ever that its queue could not be opened: the next flow gets a new one.
      if (this.producer === producer) this.producer = undefined;
      await close(producer);
      throw error;
    }
  }
}

/** A queue that is mute does not say goodbye either: it is left without. */
async function close(producer: FlowProducer): Promise<void> {
  await inTime(producer.close())
    .catch(() => inTime(producer.disconnect()))
    .catch(() => undefined);
}
