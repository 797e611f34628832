import { execFileSync } from 'node:child_process';
import { curlOf } from './curl';
import { readExecution, writeExecution } from './execution-texts';
import { countCombinations, readGridText, writeGridText } from './grid-text';
import { draftOf, requestOf } from './run-draft';
import { problemOfRun } from './run-failure';

const SERIES = { exchange: 'us', symbol: 'SPX', interval: '1d' } as const;
const DAYS = { start_date: '2000-01-03', end_date: '2020-04-17' };

describe('the request of a form', () => {
  it('has nothing that was not filled in', () => {
    expect(requestOf('backtest', draftOf({ ...SERIES, ...DAYS }))).toEqual({
      strategy_name: 'sma_cross',
      ...SERIES,
      ...DAYS,
    });
  });

  it('is the request of the run that the address names', () => {
    const request = {
      strategy_name: 'regime_filter',
      ...SERIES,
      ...DAYS,
      parameters: { base: 'ema_cross', regimes: ['bull', 'ranging'], fast: 5 },
      execution: {
        initial_capital: '25000.50',
        fees: { maker: '0.001', taker: '0.002' },
        sizing: { mode: 'risk_percent', value: '0.02' },
        stop_loss: { atr: 2 },
        take_profit: { fraction: 0.1 },
        allow_short: true,
        funding: false,
        leverage: 3,
        slippage_bps: 0,
      },
      benchmark: { exchange: 'us', symbol: 'NDX' },
    };
    const param_grid = { fast: [5, 10], slow: { min: 30, max: 90, step: 30 } };
    const draft = draftOf({ ...request, param_grid });
    expect(requestOf('sweep', draft)).toEqual({ ...request, param_grid });
    expect(requestOf('backtest', draft)).toEqual(request);
  });

  it('leaves what is no number to the service, which names the field', () => {
    const draft = { ...draftOf({ ...SERIES, ...DAYS }), parameters: { fast: 'ten', slow: ' 30 ' } };
    expect(requestOf('backtest', draft).parameters).toEqual({ fast: 'ten', slow: 30 });
  });

  it('leaves the exchange of a benchmark to the service, and the benchmark where it has no symbol', () => {
    const draft = draftOf({ ...SERIES, ...DAYS, benchmark: { symbol: 'NDX' } });
    expect(requestOf('sweep', draft).benchmark).toEqual({ symbol: 'NDX' });
    const blank = { ...draft, benchmark: { exchange: 'us', symbol: ' ' } };
    expect(requestOf('sweep', blank)).not.toHaveProperty('benchmark');
  });

  it('has custom rules as they are written', () => {
    const parameters = { rules: { entry_long: { gt: ['close', 1] } }, length: 5 };
    const request = { strategy_name: 'custom', ...SERIES, ...DAYS, parameters };
    expect(requestOf('backtest', draftOf(request))).toEqual(request);
  });

  it('has the names of signals as text, and of entries nothing that is for targets', () => {
    const parameters = {
      dataset: '2024',
      version: 3,
      column: '1',
      mode: 'target',
      rebalance: true,
      threshold: 0.1,
      trials: 250,
    };
    const request = { strategy_name: 'signals', ...SERIES, ...DAYS, parameters };
    const draft = draftOf(request);
    expect(requestOf('backtest', draft)).toEqual(request);
    const entries = { ...draft.parameters, mode: 'entries', version: ' ' };
    expect(requestOf('backtest', { ...draft, parameters: entries }).parameters).toEqual({
      dataset: '2024',
      column: '1',
      mode: 'entries',
      trials: 250,
    });
  });

  it('has the fees of a preset, or of the reader', () => {
    expect(writeExecution({ fees: 'preset:binance', 'fees.maker': '0.1' })).toEqual({
      fee_preset: 'binance',
    });
    expect(writeExecution({ fees: 'own', 'fees.maker': '0.1' })).toEqual({ fees: { maker: '0.1' } });
    expect(readExecution({ fee_preset: 'binance' })).toEqual({ fees: 'preset:binance' });
  });
});

describe('the texts of a grid', () => {
  it('are lists and ranges', () => {
    expect(readGridText('5, 10 20')).toEqual([5, 10, 20]);
    expect(readGridText(' 0.1 to 0.5 step 0.2 ')).toEqual({ min: 0.1, max: 0.5, step: 0.2 });
    expect(readGridText('arithmetic, x')).toEqual(['arithmetic', 'x']);
    expect(readGridText('  ')).toBeUndefined();
    expect(writeGridText({ min: 30, max: 90, step: 30 })).toBe('30 to 90 step 30');
  });

  it('are so many combinations', () => {
    // The grid of docs/guide/walk-forward.md, whose run has trials: 12.
    expect(countCombinations(['5, 10, 20', '50 to 200 step 50'])).toBe(12);
    expect(countCombinations(['0 to 0.3 step 0.1', ''])).toBe(4);
    expect(countCombinations(['5, 5, 10'])).toBe(2);
    expect(countCombinations(['1 to 9 step 0', '1'])).toBeUndefined();
    expect(countCombinations(['9 to 1 step 1'])).toBeUndefined();
  });
});

describe('the curl command of a request', () => {
  it('sends exactly the body, whatever it holds, and no token', () => {
    const body = `{"symbol":"it's $HOME \`x\` \\"y\\""}`;
    const command = curlOf('http://127.0.0.1:8000', '/api/v1/backtesting', body);
    expect(command).toContain('"Authorization: Bearer $TOKEN"');
    // As a shell reads it: its last word is what curl sends.
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${command}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(body);
  });
});

describe('the reason of a run that failed at once', () => {
  // Sentences of the service's strategies.
  it.each([
    [
      'parameter fast of sma_cross must be an integer from 1 to 1999 (default 10), got "a"; parameter slow of sma_cross must be an integer from 2 to 2000 (default 30), got 1.5',
      ['parameters.fast', 'parameters.slow'],
    ],
    ['param_grid.slow must hold an integer from 2 to 2000 (default 30), got 1', ['param_grid.slow']],
    [
      'parameters.regimes of regime_filter must be a list of one or more of bull, bear',
      ['parameters.regimes'],
    ],
    ['parameters.rules: missing; a custom strategy is an object of rules', ['parameters.rules']],
    ['too little data: 900 windows need at least 1806 candles', []],
  ])('names its fields: %s', (detail, fields) => {
    const { errors, message } = problemOfRun('Run 7', detail);
    expect(errors.map(({ field }) => field)).toEqual(fields);
    expect(message).toBe(`Run 7 failed: ${detail}`);
  });
});
