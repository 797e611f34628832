import { readEnvironment } from '#platform/config/environment';
import { configuredSeries } from './configured-series';

describe('configuredSeries', () => {
  it('names every exchange and interval of CANDLE_FEED that is not known', () => {
    const environment = readEnvironment({
      CANDLE_FEED: 'binnace:BTC/USDT:1m,nowhere:X:1m,sim:SIM-A/USDT:7m',
    });
    const read = () => configuredSeries(environment);
    expect(read).toThrow('the exchange of binnace:BTC/USDT:1m is not known: did you mean binance?');
    expect(read).toThrow(
      "the exchange of nowhere:X:1m is not known: sim or one of ccxt's ids, such as binance",
    );
    expect(read).toThrow('the interval of sim:SIM-A/USDT:7m must be one of');
  });

  it('takes the simulation and an exchange of ccxt', () => {
    const environment = readEnvironment({ CANDLE_FEED: 'sim:SIM-A/USDT:1m,binance:BTC/USDT:1h' });
    expect(configuredSeries(environment)).toHaveLength(2);
  });
});
