import { MAXIMUM_PORTFOLIO_TRADES, PortfolioAccount } from './portfolio-account';

it('refuses more trades than a run may hold, and says what makes fewer', () => {
  const account = new PortfolioAccount(1_000, 1);
  const at = { member: 0, referencePrice: 1, price: 1, feeRate: 0, index: 0, reason: 'rebalance' } as const;
  const trade = (time: number) => {
    account.fill({ ...at, time, quantity: 1 });
    account.fill({ ...at, time, quantity: -1 });
  };
  for (let count = 0; count < MAXIMUM_PORTFOLIO_TRADES; count++) trade(count);
  expect(account.trades).toHaveLength(MAXIMUM_PORTFOLIO_TRADES);
  expect(() => trade(Date.parse('2020-01-02'))).toThrow(
    /^the run makes more than the 200000 trades .* at 2020-01-02T00:00:00.000Z: rebalance more rarely/,
  );
});
