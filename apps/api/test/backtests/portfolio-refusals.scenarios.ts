import { inShort } from '../support/in-short';
import { MOMENTUM, PORTFOLIO_REQUEST, PORTFOLIOS, SMA_CROSS_RULES } from '../support/portfolio-requests';
import { type RunningApi, startApi } from '../support/running-api';

describe('requests of portfolio runs', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each(
    inShort([
      [{ universe: [] }, /universe must be the name of a stored universe, or an array of 1 to 1000 objects/],
      [{ universe: undefined }, /universe is required and must be the name of a stored universe/],
      [{ universe: 'none' }, /universe must be the name of a stored universe, .*: there is no universe none/],
      [
        { universe: Array.from({ length: 2_000 }, (_, index) => ({ symbol: `S${index}` })) },
        /universe must be .* an array of 1 to 1000 objects/,
      ],
      [{ universe: [{ symbol: 'A', weight: 1 }] }, /universe\.0\.weight is not a field/],
      [
        { universe: [PORTFOLIO_REQUEST.universe[0], PORTFOLIO_REQUEST.universe[0]] },
        /universe\.1\.symbol is AAPL again/,
      ],
      [{ start_date: '2020-01-01' }, /start_date must not be after end_date/],
      [{ weights: undefined }, /weights exactly one of weights, ranking, rules is required/],
      [{ ranking: MOMENTUM }, /exactly one of weights, ranking, rules is required/],
      [{ weights: { method: 'best' } }, /weights\.method must be one of equal, inverse_volatility/],
      [{ weights: { method: 'equal', lookbak: 3 } }, /weights\.lookbak is not offered/],
      [
        {
          weights: {
            method: 'given',
            values: [
              { symbol: 'AAPL', weight: 0.7 },
              { symbol: 'MSFT', weight: 0.5 },
            ],
          },
        },
        /weights\.values must have weights whose sizes add up to 1 at most, not to 1\.2/,
      ],
      [
        { weights: { method: 'given', values: [{ symbol: 'AAPL', weight: 'much' }] } },
        /weights\.values\.0\.weight must be a number/,
      ],
      [
        {
          weights: {
            method: 'given',
            values: [
              { symbol: 'AAPL', weight: 0.4 },
              { exchange: 'us', symbol: 'AAPL', weight: 0.4 },
            ],
          },
        },
        /^weights\.values\.1\.symbol names AAPL again, which has a weight already$/,
      ],
      [
        { weights: { method: 'given', values: [{ symbol: 'IBM', weight: 1 }] } },
        /weights\.values\.0\.symbol must be a symbol of the universe/,
      ],
      [
        { weights: undefined, ranking: { ...MOMENTUM, top: 0 } },
        /ranking\.top and ranking\.bottom must not both be 0/,
      ],
      [
        { weights: undefined, ranking: { ...MOMENTUM, bottom: 1 } },
        /ranking\.bottom holds shorts, which needs execution\.allow_short/,
      ],
      [
        { weights: undefined, rules: { ...SMA_CROSS_RULES, strategy_name: 'moon' } },
        /rules\.strategy_name unknown strategy/,
      ],
      [
        { rebalance: { every: 'yearly' } },
        /rebalance\.every must be one of daily, weekly, monthly, quarterly/,
      ],
      [{ rebalance: { every: 'monthly', bars: 3 } }, /rebalance must have exactly one of every, bars, drift/],
      [
        { weights: undefined, rules: SMA_CROSS_RULES, rebalance: { bars: 3 } },
        /rebalance is of weights and ranking: rules trade by their signals/,
      ],
      [{ execution: { stop_loss: { fraction: 0.1 } } }, /execution\.stop_loss is of rules/],
      [{ execution: { slippage_bps: -1 } }, /execution\.slippage_bps must be a number from 0/],
      [{ delisting_return: -2 }, /delisting_return must be a number from -1 to 1/],
      [{ delisting_return: 'all' }, /delisting_return must be a number/],
      [{ benchmark: { ticker: 'SPX' } }, /benchmark\.symbol is required.*benchmark\.ticker is not a field/s],
      [
        { strategy_name: 'sma_cross' },
        /strategy_name is not a field of this body; known: universe, interval/,
      ],
    ]),
  )('refuse %s', async (_name, fields, detail) => {
    const answer = await api.post(PORTFOLIOS, { ...PORTFOLIO_REQUEST, ...fields });
    expect(answer.body.detail).toMatch(detail);
    expect(answer.status).toBe(422);
  });

  it('name every field that is at fault', async () => {
    const answer = await api.post(PORTFOLIOS, {
      ...PORTFOLIO_REQUEST,
      weights: { method: 'equal', cash: 2 },
      rebalance: { bars: 0 },
      execution: { leverage: 500 },
    });
    const fields = (answer.body.errors as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['weights.cash', 'rebalance.bars', 'execution.leverage']));
  });
});
