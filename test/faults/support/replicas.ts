import { findFreePort } from '../../../apps/worker/test/support/free-port';
import { onThisMachine } from '../../on-this-machine';
import { Balancer } from './balancer';
import { type ApiProcess, FaultStage } from './fault-stage';

/**
 * How long an API answers after SIGTERM: within it the balancer's probe comes by, and the suite sees that it is not
 * ready, also on a busy machine.
 */
const shutdownDelay = () => String(Math.ceil(onThisMachine(3)));

/** A balancer with two APIs. */
export class Replicas {
  private constructor(
    readonly stage: FaultStage,
    readonly balancer: Balancer,
  ) {}

  static async open(): Promise<Replicas> {
    return new Replicas(
      await FaultStage.open({ SHUTDOWN_DELAY_SECONDS: shutdownDelay() }),
      await Balancer.start(),
    );
  }

  async startBoth(): Promise<[ApiProcess, ApiProcess]> {
    const both: [ApiProcess, ApiProcess] = [
      await this.start(await findFreePort()),
      await this.start(await findFreePort()),
    ];
    await this.balancer.untilReady(2);
    return both;
  }

  /** Starts one in the stead of one that has exited, at the same address. */
  async replace({ url }: ApiProcess): Promise<ApiProcess> {
    const successor = await this.start(Number(new URL(url).port));
    await this.balancer.untilReady(2);
    return successor;
  }

  async close(): Promise<void> {
    this.balancer.close();
    await this.stage.close();
  }

  private async start(port: number): Promise<ApiProcess> {
    const api = await this.stage.startApi({ PORT: String(port) });
    this.balancer.add(api.url);
    return api;
  }
}
