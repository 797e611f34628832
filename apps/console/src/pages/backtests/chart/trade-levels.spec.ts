import { levelsOf, type TradeLevels } from './trade-levels';

describe('levelsOf', () => {
  it('are what happened, then its stops and targets, without what is not set', () => {
    const levels = {
      entry_price: '100',
      exit_price: '97',
      stop_loss: '97',
      take_profit: '106',
      trailing_stop: null,
      liquidation: null,
    } as TradeLevels;
    expect(levelsOf(levels).map(({ title, price, isDashed }) => [title, price, isDashed])).toEqual([
      ['entry', '100', false],
      ['exit', '97', false],
      ['stop-loss', '97', true],
      ['take-profit', '106', true],
    ]);
    expect(levelsOf(undefined)).toEqual([]);
  });
});
