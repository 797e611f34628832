import { getSharedConfigToken } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type FlowJob, FlowProducer, type QueueOptions } from 'bullmq';
import { JOB_OPTIONS } from './job-queues';
import { jobIdOf } from './jobs';

/** Jobs that wait for other jobs. The rows are the truth: a flow that the queue loses is built again from them. */
@Injectable()
export class JobFlows implements OnApplicationShutdown {
  private producer: FlowProducer | undefined;

  constructor(@Inject(getSharedConfigToken()) private readonly options: QueueOptions) {}

  /** The chunks of a search, and the assembly that waits until each of them has ended, well or not. */
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
    await this.producer?.close();
  }

  private async add(flow: FlowJob): Promise<void> {
    const producer = (this.producer ??= new FlowProducer({ connection: this.options.connection }));
    try {
      await producer.add(flow);
    } catch (error) {
      // A producer remembers for ever that its queue could not be opened: the next flow gets a new one.
      if (this.producer === producer) this.producer = undefined;
      await producer.close().catch(() => undefined);
      throw error;
    }
  }
}
