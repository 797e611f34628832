import { SYMBOL_NAMES } from './symbol-names';
import { matchesSymbol, searchForSymbol, tickerOf, wordsOfSymbol } from './symbol-words';

const speaksOf = (symbol: string, title: string, summary: string | null = null) =>
  matchesSymbol(title, summary, wordsOfSymbol(symbol));

describe('matchesSymbol', () => {
  it.each([
    ['BTC/USDT', 'Bitcoin surges to record high'],
    ['BTC/USDT:USDT', 'Why BTC is up today'],
    ['BTC-USD', 'Traders buy the dip in $btc'],
    ['ETH/USDT', 'ETH-based tokens rally'],
    ['ETH/USDT', 'Ether’s slide continues'],
    ['1000PEPE/USDT:USDT', 'Pepe doubles in a week'],
    ['XRP/USD', 'Ripple wins in court'],
    ['NEAR/USDT', 'NEAR gains 10%'],
    ['NEAR/USDT', '$near to the moon'],
    ['NEAR/USDT', 'Near Protocol ships its upgrade'],
    ['ONE/USDT', 'Traders sell ONE after bridge hack'],
    ['LINK/USDT', 'Chainlink signs partnership'],
    ['AAPL', "Apple's services grow"],
    ['AAPL', 'Is apple pie good for shareholders?'],
    ['BRK.B', 'Berkshire Hathaway buys insurer'],
    ['V', 'Visa reports results'],
    ['T', 'AT&T cuts dividend'],
    ['SPX', 'S&P 500 ends higher'],
    ['^GSPC', 'The S&P 500: five charts'],
    ['ZZZQ', 'Zzzq lists its shares'],
  ])('finds %s in "%s"', (symbol, title) => {
    expect(speaksOf(symbol, title)).toBe(true);
  });

  it.each([
    ['NEAR/USDT', 'Near-term outlook for rates'],
    ['NEAR/USDT', 'Stocks trade near highs'],
    ['NEAR/USDT', 'BITCOIN NEAR ALL-TIME HIGH'],
    ['ONE/USDT', 'One stock to watch, and one to sell'],
    ['LINK/USDT', 'Study finds link between rates and rents'],
    ['GAS/USDT', 'Natural gas soars on cold snap'],
    ['ETH/USDT', 'Something together with whether'],
    ['SOL/USDT', 'Consolidation ahead'],
    ['V', 'A V-shaped recovery'],
    ['T', "Don't sell yet"],
    ['BTC/USDT', 'Tether reports profit'],
    ['META', 'A meta analysis of returns'],
    ['/USDT', 'USDT supply grows'],
    ['', 'Anything'],
  ])('does not find "%s" in "%s"', (symbol, title) => {
    expect(speaksOf(symbol, title)).toBe(false);
  });

  it('reads the summary, too', () => {
    expect(speaksOf('SOL/USDT', 'Network is down for five hours', 'Solana validators restart')).toBe(true);
  });

  it('reads names as text, not as a pattern', () => {
    expect(matchesSymbol('Anything (at) all', null, wordsOfSymbol('A.*/USDT'))).toBe(false);
    expect(matchesSymbol('a(b rises', null, ['a(b'])).toBe(true);
  });
});

describe('wordsOfSymbol', () => {
  it('takes the names that are given before those it knows', () => {
    expect(wordsOfSymbol('BTC/USDT', { BTC: ['digital gold'], FOO: ['Foo'] })).toEqual([
      ...['digital gold', 'BTC', '$btc'],
    ]);
    expect(wordsOfSymbol('FOO/USDT', { FOO: ['Foo'] })).toEqual(['Foo', 'FOO', '$foo']);
  });

  it('knows nothing of what every object has', () => {
    expect(wordsOfSymbol('constructor')).toEqual(['constructor', '$constructor']);
  });

  it('knows forty coins and sixty shares, by tickers in capitals', () => {
    const tickers = Object.keys(SYMBOL_NAMES);
    expect(tickers.length).toBeGreaterThan(100);
    expect(tickers.filter((ticker) => !/^[A-Z]+$/.test(ticker))).toEqual([]);
    expect(Object.values(SYMBOL_NAMES).filter((names) => names.length === 0)).toEqual([]);
  });
});

describe('searchForSymbol', () => {
  it.each([
    ['BTC/USDT', '"bitcoin" OR "btc" OR "xbt"'],
    ['ZZZQ', '"zzzq"'],
    ['Q', '"$q"'],
    ['/USDT', ''],
  ])('of %s asks for %s', (symbol, search) => {
    expect(searchForSymbol(symbol)).toBe(search);
  });
});

describe('tickerOf', () => {
  it.each([
    ['BTC/USDT:USDT', 'BTC'],
    ['btc-usd', 'BTC'],
    ['1000PEPE/USDT', 'PEPE'],
    ['1INCH/USDT', '1INCH'],
    ['^SPX', 'SPX'],
    ['BRK.B', 'BRK'],
    ['/', ''],
  ])('of %s is "%s"', (symbol, ticker) => {
    expect(tickerOf(symbol)).toBe(ticker);
  });
});
