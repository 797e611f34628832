import pLimit from 'p-limit';
import type { SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import { ApiError } from '../../http/api-error';
import type { Problem } from '../../http/problem';
import {
  type ClientRequest,
  readClientMessage,
  type Subscription,
  subscriptionKey,
} from './client-message.dto';
import {
  type MadeSubscription,
  toErrorEvent,
  toPongEvent,
  toSubscribedEvent,
  toUnsubscribedEvent,
} from './server-messages.dto';
import { REFUSAL_CODES, type SocketConnection } from './socket-connection';
import type { SocketStream } from './socket-streams';
import { textFrame } from './web-socket-frames';

/** Series whose state is read at a time for one socket. */
const FOLLOWED_AT_ONCE = 4;

const NO_JSON: Problem = { status: 400, detail: 'A message must be a JSON object' };

interface SessionOptions {
  readonly defaultExchange: string;
  /** What gives back its slots: first the socket's own, which its first subscription uses. */
  readonly slots: (() => void)[];
  /** Takes a slot for one more stream, and answers what gives it back; throws where there is none. */
  readonly takeSlot: () => () => void;
  readonly follow: (subscription: Subscription, since: SeriesPosition | undefined) => Promise<SocketStream>;
  /** What to answer to an error that no message explains. */
  readonly problemOf: (error: unknown) => Problem;
}

interface OpenSubscription {
  readonly subscription: Subscription;
  readonly stream: SocketStream;
}

/** What a client and the server say on one socket: the client's messages are answered one after another, in their order. */
export class SocketSession {
  private readonly open = new Map<string, OpenSubscription>();
  private readonly unanswered: Buffer[] = [];
  private isAnswering = false;
  private isClosed = false;

  constructor(
    private readonly connection: SocketConnection,
    private readonly options: SessionOptions,
  ) {}

  /** Reads nothing more from the socket until what was read is answered. */
  receive(message: Buffer, isBinary: boolean): void {
    if (this.connection.isOver()) return;
    this.connection.showLife();
    if (isBinary) {
      this.connection.refuse(REFUSAL_CODES.binary, { status: 400, detail: 'Messages are text, not binary' });
      return;
    }
    this.unanswered.push(message);
    if (!this.isAnswering) void this.answerAll();
  }

  close(): void {
    this.isClosed = true;
    for (const { stream } of this.open.values()) stream.close();
    this.open.clear();
    for (const release of this.options.slots.splice(0)) release();
  }

  private async answerAll(): Promise<void> {
    this.isAnswering = true;
    this.connection.idleSince = undefined;
    this.connection.pause();
    for (let message = this.unanswered.shift(); message; message = this.unanswered.shift()) {
      if (this.connection.isOver()) break;
      await this.answer(message);
    }
    this.isAnswering = false;
    if (this.open.size === 0) this.connection.idleSince = Date.now();
    this.connection.resume();
  }

  private async answer(message: Buffer): Promise<void> {
    const input = parseObject(message);
    if (!input) {
      this.connection.refuse(REFUSAL_CODES.malformed, NO_JSON);
      return;
    }
    try {
      await this.act(readClientMessage(input, this.options.defaultExchange));
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : this.options.problemOf(error);
      if (problem.code === 'RATE_LIMIT_EXCEEDED') this.connection.refuse(REFUSAL_CODES.limits, problem);
      else await this.send(toErrorEvent(problem));
    }
  }

  private act(request: ClientRequest): Promise<void> {
    switch (request.action) {
      case 'ping':
        return this.send(toPongEvent(Date.now()));
      case 'subscribe':
        return this.subscribe(request.subscriptions, request.since);
      case 'unsubscribe':
        return this.unsubscribe(request.subscriptions);
    }
  }

  /** All of them or none. */
  private async subscribe(wanted: readonly Subscription[], since: SeriesPosition | undefined): Promise<void> {
    const added = wanted.filter((subscription) => !this.open.has(subscriptionKey(subscription)));
    if (since && added.length === 0) throw ALREADY_SUBSCRIBED;
    this.takeSlots(this.open.size + added.length);
    const streams = await this.followAll(added, since);
    if (this.isClosed) {
      for (const stream of streams) stream.close();
      return;
    }
    added.forEach((subscription, index) => {
      this.open.set(subscriptionKey(subscription), { subscription, stream: streams[index] });
    });
    await this.send(toSubscribedEvent(wanted.map((subscription) => this.made(subscription))));
    for (const stream of streams) {
      if (this.connection.isOver()) return;
      await stream.begin();
    }
  }

  private async followAll(added: readonly Subscription[], since: SeriesPosition | undefined) {
    const limit = pLimit(FOLLOWED_AT_ONCE);
    const followed = await Promise.allSettled(
      added.map((subscription) => limit(() => this.options.follow(subscription, since))),
    );
    const streams = followed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = followed.find((each) => each.status === 'rejected');
    if (!failed) return streams;
    for (const stream of streams) stream.close();
    this.releaseSlots();
    throw failed.reason;
  }

  private async unsubscribe(subscriptions: readonly Subscription[]): Promise<void> {
    for (const key of subscriptions.map(subscriptionKey)) {
      this.open.get(key)?.stream.close();
      this.open.delete(key);
    }
    this.releaseSlots();
    await this.send(toUnsubscribedEvent(subscriptions));
  }

  private made(subscription: Subscription): MadeSubscription {
    return { subscription, id: this.open.get(subscriptionKey(subscription))?.stream.id };
  }

  private takeSlots(count: number): void {
    try {
      while (this.options.slots.length < count) this.options.slots.push(this.options.takeSlot());
    } catch (error) {
      this.releaseSlots();
      throw error;
    }
  }

  private releaseSlots(): void {
    const needed = this.isClosed ? 0 : Math.max(1, this.open.size);
    for (const release of this.options.slots.splice(needed)) release();
  }

  private send(event: object): Promise<void> {
    return this.connection.writeAndDrain(textFrame(JSON.stringify(event)));
  }
}

function parseObject(message: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(message.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const ALREADY_SUBSCRIBED = new ApiError({
  status: 422,
  detail: 'since is not possible where the channel is subscribed already; unsubscribe it first',
  code: 'INVALID_PARAMETER',
  errors: [{ field: 'since', message: 'is not possible where the channel is subscribed already' }],
});
