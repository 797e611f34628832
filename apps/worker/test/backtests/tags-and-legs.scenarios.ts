import { sumDecimals } from '#engine/decimal/exact-decimal';
import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';

interface LegRead {
  readonly quantity: string;
  readonly fees: string;
  readonly pnl: string;
  readonly exit_reason: string;
}

interface TradeRead extends LegRead {
  readonly entry_tag?: string;
  readonly exit_tag?: string;
  readonly legs?: readonly LegRead[];
}

const CROSS = [{ sma: { period: 10 } }, { sma: { period: 30 } }];
const ENTRY = { crosses_above: CROSS };
const EXIT = { crosses_below: CROSS };
const RULES = {
  entry_long: { when: ENTRY, entry_tag: 'cross' },
  exit_long: { when: EXIT, exit_tag: 'over' },
  reduce: { fraction: 0.3, when: { gt: ['unrealised_return', 0.02] }, exit_tag: 'gain' },
  max_bars: { param: 'bars' },
};

describe('a run whose rules have tags and partial exits', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  async function complete(parameters: object): Promise<number> {
    const id = await stage.api.submit({
      ...SMA_CROSS,
      strategy_name: 'custom',
      parameters,
    });
    await stage.audit.untilStatus(id, 'completed');
    return id;
  }

  async function read<T>(path: string): Promise<T> {
    return JSON.parse((await stage.api.request('GET', path)).text) as T;
  }

  it('has both in its trades, their sums to the decimal, and the same when it is verified', async () => {
    const id = await complete({ rules: RULES, bars: 60 });
    const trades = (await read<{ items: TradeRead[] }>(`/${id}/trades?size=1000`)).items;
    const inLegs = trades.filter(({ legs }) => legs !== undefined);
    expect(inLegs.length).toBeGreaterThan(10);
    for (const { legs, ...trade } of inLegs) {
      for (const field of ['quantity', 'fees', 'pnl'] as const) {
        expect(trade[field]).toBe(sumDecimals(legs!.map((leg) => leg[field])));
      }
      expect(legs!.at(-1)!.exit_reason).toBe(trade.exit_reason);
    }
    expect(trades.some(({ exit_reason }) => exit_reason === 'max_bars')).toBe(true);

    const sumOf = (field: 'entry_tag' | 'exit_tag', tag?: string) => {
      const of = trades.filter((trade) => trade[field] === tag);
      const wins = of.filter(({ pnl }) => Number(pnl) > 0).length;
      const pnl = sumDecimals(of.map((trade) => trade.pnl));
      return { tag: tag ?? null, trades: of.length, pnl, win_rate: wins / of.length };
    };
    expect(await read(`/${id}/report`)).toMatchObject({
      lookahead_check: { passed: true, cuts: 5 },
      tags: {
        entry: [sumOf('entry_tag', 'cross')],
        exit: [sumOf('exit_tag', 'over'), sumOf('exit_tag')],
      },
    });
    const verified = await stage.api.request('POST', `/${id}/verify`);
    expect(JSON.parse(verified.text)).toMatchObject({ identical: true, changed: [] });
  });

  it('says nothing of either without them', async () => {
    const id = await complete({ rules: { entry_long: ENTRY, exit_long: EXIT } });
    expect(await read(`/${id}/report`)).not.toHaveProperty('tags');
    const [trade] = (await read<{ items: TradeRead[] }>(`/${id}/trades`)).items;
    for (const name of ['entry_tag', 'exit_tag', 'legs']) expect(trade).not.toHaveProperty(name);
  });

  it('fails with the path of what is wrong', async () => {
    const parameters = { rules: { ...RULES, reduce: { fraction: 2, when: ENTRY } }, bars: 60 };
    const id = await stage.api.submit({
      ...SMA_CROSS,
      strategy_name: 'custom',
      parameters,
    });
    await stage.audit.untilStatus(id, 'failed');
    expect((await read<{ detail: string }>(`/${id}/report`)).detail).toMatch(
      /^parameters\.rules\.reduce\.fraction: expected a number from/,
    );
  });
});
