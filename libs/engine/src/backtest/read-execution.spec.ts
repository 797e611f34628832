import { FEE_PRESETS } from '../market/fee-presets';
import { readExecution } from './read-execution';

const ON_BINANCE = { exchange: 'binance', presets: FEE_PRESETS };

function read(
  settings: Readonly<Record<string, unknown>>,
  context: Parameters<typeof readExecution>[1] = ON_BINANCE,
) {
  const result = readExecution(settings, context);
  if ('problems' in result) throw new Error(result.problems.map(({ field }) => field).join());
  return result;
}

function fieldsAtFault(settings: Readonly<Record<string, unknown>>): string[] {
  const result = readExecution(settings, ON_BINANCE);
  return 'problems' in result ? result.problems.map(({ field }) => field) : [];
}

describe('readExecution', () => {
  it('fills in every default', () => {
    // Binance's published spot fees for regular users: 0.1 % and 0.1 %.
    expect(read({})).toMatchObject({
      execution: {
        initialCapital: 10_000,
        makerFeeRate: 0.001,
        takerFeeRate: 0.001,
        slippageRate: 0.0005,
        lotSize: null,
        allowShort: false,
        fill: 'next_open',
        sizing: { mode: 'percent_equity', value: 1 },
        leverage: 1,
        stopLoss: null,
        takeProfit: null,
        trailingStop: null,
        funding: 'where_known',
      },
      warnings: [],
    });
  });

  it('takes every way of filling, sizing and protecting', () => {
    const { execution } = read({
      fill: 'close',
      sizing: { mode: 'risk_percent', value: 0.01 },
      leverage: 2.5,
      stop_loss: { fraction: 0.02 },
      take_profit: { atr: 3 },
      trailing_stop: { atr: 2.5 },
      funding: false,
    });
    expect(execution).toMatchObject({
      fill: 'close',
      sizing: { mode: 'risk_percent', value: 0.01 },
      leverage: 2.5,
      stopLoss: { unit: 'fraction', value: 0.02 },
      takeProfit: { unit: 'atr', value: 3 },
      trailingStop: { unit: 'atr', value: 2.5 },
      funding: 'off',
    });
    expect(read({ sizing: { mode: 'fixed_cash', value: '2500.5' } }).execution.sizing.value).toBe(2500.5);
    expect(read({ sizing: {}, stop_loss: null }).execution).toMatchObject({
      sizing: { mode: 'percent_equity', value: 1 },
      stopLoss: null,
    });
  });

  it('expects funding where it is requested, or where the market has it', () => {
    expect(read({ funding: true }).execution.funding).toBe('expected');
    expect(read({ market: 'swap' }).execution.funding).toBe('expected');
    expect(read({ market: 'swap', funding: false }).execution.funding).toBe('off');
  });

  it('refuses to risk a share of the equity without a stop-loss that says where it is lost', () => {
    expect(fieldsAtFault({ sizing: { mode: 'risk_percent', value: 0.01 } })).toEqual([
      'execution.sizing.mode',
    ]);
    expect(
      fieldsAtFault({ sizing: { mode: 'risk_percent', value: 0.01 }, trailing_stop: { atr: 2 } }),
    ).toEqual(['execution.sizing.mode']);
  });

  it('takes what is given', () => {
    const { execution } = read({
      initial_capital: '2500.50',
      slippage_bps: 0,
      lot_size: '0.001',
      allow_short: true,
      fees: { maker: '-0.0001', taker: '0.0007' },
    });
    expect(execution).toMatchObject({
      initialCapital: 2500.5,
      slippageRate: 0,
      lotSize: 0.001,
      allowShort: true,
      makerFeeRate: -0.0001,
      takerFeeRate: 0.0007,
    });
    expect(read({ lot_size: 1 }).execution.lotSize).toBe(1);
  });

  it('takes the fees of the preset and market that are named, else of the run’s exchange', () => {
    // Published base tiers: Kraken Pro spot 0.25 % and 0.40 %, Binance USD-margined futures 0.02 % and 0.05 %.
    expect(read({ fee_preset: 'kraken' }).execution).toMatchObject({
      makerFeeRate: 0.0025,
      takerFeeRate: 0.004,
    });
    expect(read({ market: 'swap' }).execution).toMatchObject({ makerFeeRate: 0.0002, takerFeeRate: 0.0005 });
    expect(read({ fee_preset: 'none' }).execution.takerFeeRate).toBe(0);
  });

  it('charges nothing and warns where the exchange has no preset', () => {
    const { execution, warnings } = read({}, { exchange: 'us', presets: FEE_PRESETS });
    expect(execution).toMatchObject({ makerFeeRate: 0, takerFeeRate: 0 });
    expect(warnings).toEqual([expect.stringMatching(/no fee preset for us/)]);
    expect(read({}, { exchange: null, presets: FEE_PRESETS }).warnings).toEqual([]);
  });

  it('names every field at fault in one answer', () => {
    const settings = {
      initial_capital: 10_000,
      slippage_bps: -1,
      lot_size: 0,
      allow_short: 'yes',
      levrage: 2,
      leverage: 0,
      stop_loss: { atr: -1 },
    };
    expect(fieldsAtFault(settings).sort()).toEqual(
      [
        'allow_short',
        'initial_capital',
        'leverage',
        'levrage',
        'lot_size',
        'slippage_bps',
        'stop_loss.atr',
      ].map((field) => `execution.${field}`),
    );
  });

  it.each([
    ['initial_capital', ['0', '-1', '', '1e4', null, {}, NaN]],
    ['slippage_bps', [NaN, Infinity, 1_001, '5', null]],
    ['lot_size', ['0', -1, Infinity, [], true]],
    ['allow_short', [0, 'true', null]],
    ['fill', ['open', 1, null]],
    ['sizing', [null, [], 'all', 1]],
    ['sizing.mode', [{ mode: 'kelly', value: 1 }, { mode: null }, { mode: '__proto__' }]],
    [
      'sizing.value',
      [
        { value: 0 },
        { value: 1.01 },
        { value: '1,5' },
        { value: NaN },
        { mode: 'fixed_cash' },
        { mode: 'fixed_quantity', value: Infinity },
        { mode: 'volatility_target', value: -0.1 },
      ],
    ],
    ['sizing.lots', [{ mode: 'fixed_cash', value: 5, lots: 2 }]],
    ['leverage', [0, 0.5, 126, '2', NaN, null]],
    ['stop_loss', [0.02, 'none', [], {}, { percent: 2 }]],
    ['stop_loss.fraction', [{ fraction: 0 }, { fraction: 1 }]],
    ['stop_loss.atr', [{ atr: 101 }]],
    ['take_profit', [{ fraction: 0.1, atr: 2 }]],
    ['take_profit.fraction', [{ fraction: 100 }, { fraction: '0.1' }]],
    ['take_profit.atr', [{ atr: 0 }]],
    ['trailing_stop', [{ __proto__: { atr: 2 } }, true]],
    ['trailing_stop.fraction', [{ fraction: 1 }]],
    ['trailing_stop.atr', [{ atr: NaN }]],
    ['funding', ['yes', 1, null]],
    ['market', ['futures', 1, null, '__proto__']],
    ['fee_preset', ['mtgox', 5, null, '__proto__', 'constructor']],
    ['fees', [null, [], 'none', 5]],
    [
      'fees.maker',
      [
        { maker: '0.2', taker: '0' },
        { taker: '0' },
        { maker: 0, taker: '0' },
        { maker: '-0.01', taker: '0' },
      ],
    ],
    ['fees.other', [{ maker: '0', taker: '0', other: '0' }]],
  ])('refuses a bad %s', (field, values) => {
    const [name] = field.split('.');
    for (const value of values) expect(fieldsAtFault({ [name]: value })).toContain(`execution.${field}`);
  });

  it.each([
    [{ initial_capital: 10_000 }, 'must be a decimal string above 0, such as "10000", not a number'],
    [{ initial_capital: '1e4' }, 'must be a decimal string above 0, such as "10000"'],
    [{ slippage_bps: '5' }, 'must be a number from 0 to 1000, not text'],
    [{ slippage_bps: 1_001 }, 'must be a number from 0 to 1000'],
    [{ lot_size: true }, 'must be a decimal string or a number above 0, not true or false; or null'],
    [{ allow_short: null }, 'must be true or false, not null'],
    [{ fill: 1 }, 'must be one of next_open, close, not a number'],
    [{ stop_loss: { fraction: '0.05' } }, 'must be a number above 0 and below 1, not text'],
    [
      { fees: { maker: 0.001, taker: '0' } },
      /^must be a decimal string from -0.001 to 0.1, .*, not a number$/,
    ],
    [{ fees: { taker: '0' } }, /^is required and must be a decimal string from -0.001 to 0.1/],
    [
      { sizing: { mode: 'fixed_cash' } },
      /^of fixed_cash is required and must be a decimal string or a number/,
    ],
    [
      { sizing: { value: [] } },
      /^of percent_equity must be a decimal string or a number above 0 and at most 1, not a list$/,
    ],
    [
      { take_profit: { percent: 10 } },
      'must be {"fraction": a number above 0 and below 100} or {"atr": a number above 0 and at most 100}, or null',
    ],
  ])('says of %j what is expected', (settings, message) => {
    const result = readExecution(settings, ON_BINANCE);
    const messages = 'problems' in result ? result.problems.map((problem) => problem.message) : [];
    expect(messages).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('refuses fees beside a preset, and a market that the preset does not have', () => {
    expect(fieldsAtFault({ fees: { maker: '0', taker: '0' }, fee_preset: 'none' })).toEqual([
      'execution.fees',
    ]);
    expect(fieldsAtFault({ fee_preset: 'kucoin', market: 'swap' })).toEqual(['execution.market']);
  });
});
