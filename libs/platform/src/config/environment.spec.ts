import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENT_VARIABLE_NAMES, readEnvironment } from './environment';
import { InvalidEnvironmentError } from './variable';

const EXAMPLE = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');

describe('the environment', () => {
  it('is described whole and only by .env.example', () => {
    const described = [...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);

    expect(described.sort()).toEqual([...ENVIRONMENT_VARIABLE_NAMES].sort());
  });

  it('reads the example as it is: values are the defaults', () => {
    const entries = [...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
      ([, name, value]) => [name, value] as const,
    );

    expect(readEnvironment(Object.fromEntries(entries))).toEqual(readEnvironment({}));
  });

  it('names every bad variable at once, and repeats no address, which may hold a password', () => {
    const read = () =>
      readEnvironment({
        PORT: '70000',
        DATABASE_POOL_SIZE: '5',
        LOG_LEVEL: 'loud',
        JWT_SECRET: 'short',
        DEPLOYMENT: 'a/b',
        DATABASE_URL: 'mysql://me:hidden@host/db',
        NATS_URL: 'http://me:hidden@host:4222',
        EXCHANGE_ENDPOINTS: 'binance=http://relay:8080,ftp://me:hidden@host',
      });

    expect(read).toThrow(InvalidEnvironmentError);
    expect(read).toThrow(/PORT: must be an integer from 0 to 65535, not "70000"/);
    expect(read).toThrow(/DATABASE_POOL_SIZE: must be an integer from 6 to 200, not "5"/);
    expect(read).toThrow(/LOG_LEVEL: must be one of fatal/);
    expect(read).toThrow(/DEPLOYMENT: must be 1 to 64 letters/);
    expect(read).toThrow(/JWT_SECRET: .* at least 16 characters/);
    expect(read).toThrow(/DATABASE_URL: must be a URL that starts with postgres:/);
    expect(read).toThrow(/NATS_URL: must be a URL that starts with nats:\/\/ or tls:\/\//);
    expect(read).toThrow(/EXCHANGE_ENDPOINTS: must be name=address pairs/);
    expect(read).not.toThrow(/hidden/);
  });

  it('reads the series of the feed, whose symbols may hold colons', () => {
    expect(readEnvironment({ CANDLE_FEED: 'binance:BTC/USDT:1m, okx:BTC/USDT:USDT:12h' }).candleFeed).toEqual(
      [
        { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' },
        { exchange: 'okx', symbol: 'BTC/USDT:USDT', interval: '12h' },
      ],
    );
    for (const list of ['binance:BTC/USDT', 'BTC/USDT', 'binance::1m', 'binance:BTC/USDT:1m,']) {
      expect(() => readEnvironment({ CANDLE_FEED: list })).toThrow(
        /CANDLE_FEED: must be exchange:symbol:interval/,
      );
    }
  });

  it('reads addresses by name', () => {
    const { exchangeEndpoints } = readEnvironment({
      EXCHANGE_ENDPOINTS: 'binance=http://127.0.0.1:1234, okx = https://relay.example/x?y=z',
    });

    expect([...exchangeEndpoints]).toEqual([
      ['binance', 'http://127.0.0.1:1234'],
      ['okx', 'https://relay.example/x?y=z'],
    ]);
  });

  it('reads the addresses of feeds, each once, and repeats none that is bad', () => {
    const { headlineFeeds } = readEnvironment({
      HEADLINE_FEEDS: 'https://a.example/rss, http://b.example/?q=1,https://a.example/rss',
    });
    expect(headlineFeeds).toEqual(['https://a.example/rss', 'http://b.example/?q=1']);

    const read = () => readEnvironment({ HEADLINE_FEEDS: 'https://a.example/rss,file:///hidden' });
    expect(read).toThrow(/HEADLINE_FEEDS: must be a URL that starts with http:/);
    expect(read).not.toThrow(/hidden/);
  });

  it('takes feeds for each of some symbols, whose position is after the host', () => {
    const { headlineFeeds, headlineSymbols } = readEnvironment({
      HEADLINE_FEEDS: 'https://a.example/{symbol}.rss, https://b.example/?q={query}',
      HEADLINE_SYMBOLS: 'AAPL, BTC/USDT:USDT,AAPL',
    });
    expect(headlineFeeds).toEqual(['https://a.example/{symbol}.rss', 'https://b.example/?q={query}']);
    expect(headlineSymbols).toEqual(['AAPL', 'BTC/USDT:USDT']);
  });

  it.each([
    'https://{symbol}.example/',
    'https://{symbol}@hidden.example/',
    'https://a.example:{symbol}/',
    'https://hidden.example/{sym}',
  ])('refuses the feed %s', (feed) => {
    const read = () => readEnvironment({ HEADLINE_FEEDS: feed });
    expect(read).toThrow(/HEADLINE_FEEDS: (may hold \{symbol\} and \{query\}|must be a URL)/);
    expect(read).not.toThrow(/hidden/);
  });

  it.each(['AAPL,', 'A'.repeat(129), 'A\nB'])('refuses the symbols %j for feeds', (list) => {
    expect(() => readEnvironment({ HEADLINE_SYMBOLS: list })).toThrow(
      /HEADLINE_SYMBOLS: must be symbols of at most 128 characters/,
    );
  });

  it('reads origins as browsers write them, each once', () => {
    const { corsOrigins } = readEnvironment({
      CORS_ORIGINS: 'https://App.example.com, http://localhost:5173/,https://app.example.com:443',
    });
    // RFC 6454, 6.2: scheme and host in lower case, no default port.
    expect(corsOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
  });

  it.each([
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/page',
    'https://a.example?',
    'https://me@a.example',
    'https://*.example.com',
    'file:///page.html',
    'https://a.example,',
  ])('refuses the origin %s', (list) => {
    expect(() => readEnvironment({ CORS_ORIGINS: list })).toThrow(
      /CORS_ORIGINS: must be origins, comma separated, such as https/,
    );
  });

  it('says that * is not allowed as origin', () => {
    expect(() => readEnvironment({ CORS_ORIGINS: '*' })).toThrow(/\* is not allowed, every origin/);
  });

  it('reads the public address without the slash at its end', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://A.example/market/' }).publicUrl).toBe(
      'https://a.example/market',
    );
    expect(readEnvironment({ PUBLIC_URL: 'https://a.example' }).publicUrl).toBe('https://a.example');
    for (const address of [
      'a.example',
      'ftp://a.example',
      'https://a.example/?x=1',
      'https://me:hidden@a.example',
    ]) {
      const read = () => readEnvironment({ PUBLIC_URL: address });
      expect(read).toThrow(/PUBLIC_URL: must be/);
      expect(read).not.toThrow(/hidden/);
    }
  });

  it('takes an empty value for one that is not set', () => {
    expect(readEnvironment({ PORT: '', REDIS_URL: '' })).toMatchObject({ port: 8003, redisUrl: undefined });
  });

  it('splits exchange and symbol at the first colon', () => {
    const { fundingSymbols } = readEnvironment({
      FUNDING_SYMBOLS: 'binance:BTC/USDT:USDT, sim:SIM-A/USDT:USDT,binance:BTC/USDT:USDT',
    });
    expect(fundingSymbols).toEqual([
      { exchange: 'binance', symbol: 'BTC/USDT:USDT' },
      { exchange: 'sim', symbol: 'SIM-A/USDT:USDT' },
    ]);
  });

  it.each(['BTC', ':BTC/USDT', 'binance:', 'binance:BTC/USDT:USDT,'])('refuses the symbols "%s"', (text) => {
    expect(() => readEnvironment({ FUNDING_SYMBOLS: text })).toThrow(
      /FUNDING_SYMBOLS: must be exchange:symbol pairs/,
    );
  });

  it('reads whose minutes are rolled up, and how long candles are kept', () => {
    const { rollUps, retentionDays } = readEnvironment({
      ROLL_UPS: 'binance:BTC/USDT, okx:BTC/USDT:USDT',
      RETENTION_DAYS: '1m=90, 5m=365',
    });
    expect(rollUps).toEqual([
      { exchange: 'binance', symbol: 'BTC/USDT' },
      { exchange: 'okx', symbol: 'BTC/USDT:USDT' },
    ]);
    expect([...retentionDays]).toEqual([
      ['1m', 90],
      ['5m', 365],
    ]);
    expect(readEnvironment({ ROLL_UPS: '*' }).rollUps).toBe('all');
    expect(readEnvironment({}).rollUps).toEqual([]);
  });

  it('refuses what can be no series and no time to keep candles', () => {
    expect(() => readEnvironment({ ROLL_UPS: 'BTC/USDT', RETENTION_DAYS: '7m=90' })).toThrow(
      /ROLL_UPS: must be \* or exchange:symbol.*\n.*RETENTION_DAYS: must be pairs such as 1m=90/,
    );
    expect(() => readEnvironment({ RETENTION_DAYS: '1m=0' })).toThrow(/RETENTION_DAYS/);
  });
});
