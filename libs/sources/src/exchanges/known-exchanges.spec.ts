import ccxt from 'ccxt';
import { KNOWN_EXCHANGES } from './known-exchanges';

describe('the known exchanges', () => {
  it('are the simulation and those of ccxt', () => {
    expect([...KNOWN_EXCHANGES]).toEqual(['sim', ...ccxt.exchanges]);
  });
});
