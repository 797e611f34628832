import type { SeriesName } from '#domain/market-data/series/series-name';
import { type Environment, readEnvironment } from '#platform/config/environment';
import { createLogger } from '#platform/logging/logger';
import { configuredSeries } from './configured-series';
import { FollowedSeries } from './followed-series';

describe('FollowedSeries', () => {
  const LIVE: SeriesName = { exchange: 'okx', symbol: 'BTC/USDT', interval: '5m' };

  function followed(
    variables: NodeJS.ProcessEnv,
    wantedSeries: () => Promise<readonly SeriesName[]>,
  ): FollowedSeries {
    const environment: Environment = readEnvironment(variables);
    const logger = createLogger('test', 'silent');
    return new FollowedSeries(environment, configuredSeries(environment), { wantedSeries }, logger);
  }

  it('is never any without a configuration', () => {
    expect(followed({}, () => Promise.resolve([LIVE])).neverAny).toBe(true);
  });

  it('holds the configured series by exchange, each once, and follows no open streams unless it is configured to', async () => {
    const wanted = jest.fn(() => Promise.resolve([LIVE]));
    const series = followed(
      { CANDLE_FEED: 'binance:A/B:1m,okx:A/B:1h,binance:A/B:1m,binance:A/B:C:1d' },
      wanted,
    );

    expect(Object.fromEntries(await series.byExchange())).toEqual({
      binance: [
        { exchange: 'binance', symbol: 'A/B', interval: '1m' },
        { exchange: 'binance', symbol: 'A/B:C', interval: '1d' },
      ],
      okx: [{ exchange: 'okx', symbol: 'A/B', interval: '1h' }],
    });
    expect(wanted).not.toHaveBeenCalled();
  });

  it('adds those of open streams on demand, and keeps the configured ones when the streams cannot be read', async () => {
    const variables = { CANDLE_FEED: 'okx:A/B:1h', CANDLE_FEED_ON_DEMAND: 'true' };
    const onDemand = followed(variables, () => Promise.resolve([LIVE]));
    const failing = followed(variables, () => Promise.reject(new Error('no database')));
    const configured = { exchange: 'okx', symbol: 'A/B', interval: '1h' };

    expect((await onDemand.byExchange()).get('okx')).toEqual([configured, LIVE]);
    expect((await failing.byExchange()).get('okx')).toEqual([configured]);
  });

  it('names every interval that the service does not know', () => {
    const read = () =>
      configuredSeries(readEnvironment({ CANDLE_FEED: 'binance:A/B:7m,okx:C/D:1m,okx:C/D:2d' }));

    expect(read).toThrow(/CANDLE_FEED: the interval of binance:A\/B:7m must be one of 1m, 3m/);
    expect(read).toThrow(/okx:C\/D:2d/);
  });
});
