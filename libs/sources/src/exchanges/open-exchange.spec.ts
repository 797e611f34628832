import { openExchange } from './open-exchange';

jest.mock('ccxt', () => {
  throw new Error('ccxt was loaded');
});

describe('opening an exchange', () => {
  it('does not load ccxt for the simulation, only for what needs it', async () => {
    const source = await openExchange('sim');

    expect(source.exchange).toBe('sim');
    await expect(openExchange('binance')).rejects.toThrow('ccxt was loaded');
  });
});
