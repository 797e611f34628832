import type { FillRecord } from '#engine/trades/fill-record';
import type { TradeMatching } from '#engine/trades/round-trip';
import type { TradingMessage } from '#engine/trades/trading-message';
import { randomInteger, seededRandom } from '../support/random';
import { openStorage, type Storage } from '../support/storage';
import { tradingStorageOf } from '../support/trading-storage';

const FORMS = ['BTC/USDT', 'BTC/USDT:USDT', 'BTC/USD:BTC', 'XYZ'];
/** Many, each with few fills: a random walk is seldom back where it began. */
const SYMBOLS = Array.from({ length: 24 }, (_, index) => FORMS[index % 4].replace(/BTC|XYZ/g, `$&${index}`));
const START = Date.parse('2024-01-01T00:00:00Z');

type Message = TradingMessage<FillRecord>;

const record = (random: () => number, index: number, fills: number): FillRecord => {
  const minute = randomInteger(random, 0, fills / 2);
  return {
    fill_id: `f${index}`,
    account: '',
    exchange: 'binance',
    symbol: SYMBOLS[randomInteger(random, 0, SYMBOLS.length - 1)],
    side: random() < 0.5 ? 'buy' : 'sell',
    price: `${randomInteger(random, 90, 110)}.${randomInteger(random, 1, 99)}`,
    quantity: `${randomInteger(random, 1, 4)}.5`,
    fee: `${random() < 0.1 ? '-' : ''}0.0${randomInteger(random, 1, 99)}`,
    fee_currency: ['USDT', 'BTC0', 'BNB', undefined][randomInteger(random, 0, 3)],
    liquidity: undefined,
    // Several of a time, in an order of their own.
    time: START + minute * 60_000,
    sequence: randomInteger(random, 0, 2),
    position_side: undefined,
    multiplier: undefined,
    lot_size: random() < 0.5 ? '1' : undefined,
    order_id: undefined,
    strategy: undefined,
    tags: undefined,
  };
};

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

describe('fills in random order', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  async function ingest(
    account: string,
    matching: TradeMatching,
    messages: readonly Message[],
    size: number,
  ) {
    const { fills } = tradingStorageOf(storage, matching);
    for (let index = 0; index < messages.length; index += size) {
      await fills.ingest(
        messages
          .slice(index, index + size)
          .map(({ content, statedAt }) => ({ content: { ...content, account }, statedAt })),
      );
    }
  }

  async function journalOf(account: string): Promise<string[]> {
    const { rows } = await storage.pool.query<{ line: string }>(
      `select concat_ws(' ', fill.fill_id, ordinal, entry.symbol, entry.side, entry.quantity, entry_price, exit_price, entry_time,
         exit_time, currency, entry_value, fees, fees_apart, gross_pnl, net_pnl, trade_return, period.fill_id, period_quantity) as line
       from trade_journal_entries entry join fills fill on fill.id = entry.first_fill_id
       join fills period on period.id = entry.period_fill_id
       where entry.account = $1 order by entry_time, fill.fill_id, ordinal`,
      [account],
    );
    return rows.map(({ line }) => line);
  }

  async function positionsOf(account: string): Promise<unknown[]> {
    const { rows } = await storage.pool.query<object>(
      'select symbol, quantity, average_price, last_fill_at from positions where account = $1 order by symbol',
      [account],
    );
    return rows;
  }

  it.each<[TradeMatching, number]>([
    ['flat_to_flat', 10_000],
    ['fifo', 1_000],
  ])(
    'with duplicates, corrections and reversals make the journal of those in order, to the last digit (%s, %d)',
    async (matching, fills) => {
      const random = seededRandom(20_240_101);
      const stated = Array.from({ length: fills }, (_, index) => {
        const versions = random() < 0.1 ? randomInteger(random, 2, 3) : 1;
        return Array.from({ length: versions }, (__, version): Message => ({
          content: record(random, index, fills),
          statedAt: START + version,
        }));
      });
      await ingest(
        `${matching} ordered`,
        matching,
        stated.map((versions) => versions.at(-1)!),
        fills / 2,
      );
      const repeated = stated.flat().filter(() => random() < 0.1);
      await ingest(
        `${matching} random`,
        matching,
        shuffled([...stated.flat(), ...repeated], random),
        fills / 2,
      );

      const expected = await journalOf(`${matching} ordered`);
      expect(expected.length).toBeGreaterThan(fills / 50);
      expect(await journalOf(`${matching} random`)).toEqual(expected);
      const positions = await positionsOf(`${matching} ordered`);
      expect(positions).toHaveLength(SYMBOLS.length);
      expect(await positionsOf(`${matching} random`)).toEqual(positions);
    },
  );
});
