import { readEnvironment } from '#platform/config/environment';
import { readEquitySettings } from './read-equity-settings';

const read = (variables: Record<string, string>) => readEquitySettings(readEnvironment(variables));

describe('the settings of equity providers', () => {
  it('are those of Yahoo unless something else is named, of the directory where only that is', () => {
    expect(read({})).toEqual({ provider: 'yahoo' });
    expect(read({ EQUITY_CSV_DIR: '/prices' })).toEqual({ provider: 'csv', directory: '/prices' });
    expect(read({ EQUITY_PROVIDER: 'yahoo', EQUITY_CSV_DIR: '/prices' })).toMatchObject({
      provider: 'yahoo',
    });
  });

  it('hold what each provider needs', () => {
    const EQUITY_ENDPOINT = 'http://127.0.0.1:1234/relay';
    expect(
      read({
        EQUITY_PROVIDER: 'alpaca',
        EQUITY_ENDPOINT,
        ALPACA_FEED: 'sip',
        ALPACA_KEY_ID: 'id',
        ALPACA_SECRET_KEY: 'secret',
      }),
    ).toEqual({
      provider: 'alpaca',
      endpoint: EQUITY_ENDPOINT,
      feed: 'sip',
      keyId: 'id',
      secretKey: 'secret',
    });
    expect(read({ EQUITY_PROVIDER: 'tiingo', TIINGO_TOKEN: 'token' })).toEqual({
      provider: 'tiingo',
      endpoint: undefined,
      token: 'token',
    });
  });

  it.each([
    [{ EQUITY_PROVIDER: 'csv' }, 'EQUITY_CSV_DIR: is required where EQUITY_PROVIDER is csv'],
    [{ EQUITY_PROVIDER: 'alpaca', ALPACA_SECRET_KEY: 'hidden' }, 'ALPACA_KEY_ID: is required'],
    [{ EQUITY_PROVIDER: 'alpaca', ALPACA_KEY_ID: 'hidden' }, 'ALPACA_SECRET_KEY: is required'],
    [{ EQUITY_PROVIDER: 'tiingo' }, 'TIINGO_TOKEN: is required where EQUITY_PROVIDER is tiingo'],
    [{ EQUITY_PROVIDER: 'stooq' }, 'EQUITY_PROVIDER: must be one of csv, yahoo, alpaca, tiingo'],
  ])('are refused from %j', (variables, message) => {
    expect(() => read(variables)).toThrow(message);
    expect(() => read(variables)).not.toThrow(/hidden/);
  });
});
