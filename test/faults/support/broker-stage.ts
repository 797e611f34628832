import { eventually } from '../../../apps/worker/test/support/within';
import { CandleWriters } from './candle-writers';
import { FaultStage } from './fault-stage';
import { OwnNats } from './own-nats';
import { type CandleEvent, readPublished } from './published-events';
import { IS_SHORT, report } from './scale';

const WRITERS = 4;
const WRITES_BETWEEN = IS_SHORT ? 60 : 400;

/** Of what validation refuses, and of gaps, there are others. */
export const isOfCandle = ({ type }: CandleEvent) => /\.candle\.(closed|corrected)$/.test(type);

/** Processes that publish to a broker which nobody has started yet. */
export class BrokerStage {
  private writers: CandleWriters | undefined;

  private constructor(
    readonly stage: FaultStage,
    readonly nats: OwnNats,
  ) {}

  static async open(): Promise<BrokerStage> {
    const nats = await OwnNats.prepare();
    return new BrokerStage(await FaultStage.open({ NATS_URL: nats.url }), nats);
  }

  async close(): Promise<void> {
    await this.writers?.stop();
    await this.stage.close();
    await this.nats.close();
  }

  /** Begins to write candles; they stop at the latest when the stage closes. */
  write(url: string): CandleWriters {
    return (this.writers = new CandleWriters([url], WRITERS));
  }

  /** Resolves when the writers have stored so many candles more. */
  async writeMore(count = WRITES_BETWEEN): Promise<void> {
    const writers = this.writers!;
    const wanted = writers.stored + count;
    await eventually(
      'candles are written',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= wanted,
    );
  }

  /** What was recorded until now is numbered, and acknowledged by the broker; what is written meanwhile is not waited for. */
  async untilPublished(seconds = 120): Promise<void> {
    const [{ now }] = await this.stage.query<{ now: string }>('select now()::text as now');
    await eventually(
      'everything recorded before is published',
      () =>
        this.stage.query<{ waiting: number }>(
          `select count(*)::integer as waiting from events where recorded_at <= $1 and
             (position is null or position > (select coalesce(max(position), 0) from event_relay_positions))`,
          [now],
        ),
      ([{ waiting }]) => waiting === 0,
      { seconds },
    );
  }

  /** What was published is what the tables of candles say, and each series in the order of its commits. */
  async expectAllPublished(): Promise<void> {
    const { events: all, repeated, problems } = await readPublished(this.nats.url);
    const events = all.filter(isOfCandle);
    const [{ contents }] = await this.stage.query<{ contents: number }>(
      `select ((select count(*) from candlesticks) + (select count(*) from candlestick_revisions))::integer as contents`,
    );
    const newest = new Map(events.map(({ data }) => [data.id, data.close]));
    const stored = await this.stage.query<{ id: number; close: string }>(
      `select (series_id * 4294967296 + extract(epoch from open_time))::float8 as id, close::text from candlesticks`,
    );
    const disordered: CandleEvent[] = [];
    const revisions = new Map<string, number>();
    for (const event of events) {
      const { symbol, revision } = event.data;
      if (revision < (revisions.get(symbol) ?? 0)) disordered.push(event);
      revisions.set(symbol, revision);
    }

    expect(problems).toEqual([]);
    expect(events).toHaveLength(contents);
    expect(stored.filter(({ id, close }) => newest.get(id) !== close)).toEqual([]);
    expect(disordered).toEqual([]);
    report(`${events.length} events published, ${repeated} of them twice`);
  }
}
