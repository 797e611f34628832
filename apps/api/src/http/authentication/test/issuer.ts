import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issuer over real HTTP whose keys, presence and speed are in the test's hands. */
export class Issuer {
  requests = 0;
  private server: Server | undefined;
  private port = 0;
  private gate: Promise<void> = Promise.resolve();

  /** `text` is what it answers. */
  constructor(public text: string) {}

  get uri(): string {
    return `http://127.0.0.1:${this.port}/keys`;
  }

  async open(): Promise<void> {
    this.server = createServer((_request, response) => {
      this.requests += 1;
      void this.gate.then(() => response.end(this.text));
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async shut(): Promise<void> {
    if (!this.server?.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** Answers wait until the function that this returns is called. */
  hold(): () => void {
    let release!: () => void;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }
}
