import { readEnvironment } from '#platform/config/environment';
import { polledFeedsOf } from './polled-feeds';

const polled = (feeds: string, symbols: string, ownWords = {}) => [
  ...polledFeedsOf(readEnvironment({ HEADLINE_FEEDS: feeds, HEADLINE_SYMBOLS: symbols }), ownWords),
];

describe('askedFeedsOf', () => {
  it('leaves addresses without a placeholder as they are, for no symbol', () => {
    expect(polled('https://a.example/rss,https://b.example/rss', 'AAPL')).toEqual([
      ['https://a.example/rss', []],
      ['https://b.example/rss', []],
    ]);
    expect(polled('', 'AAPL')).toEqual([]);
  });

  it('requests each symbol, percent-encoded, and knows which symbol the answer is about', () => {
    expect(polled('https://a.example/{symbol}/rss?s={symbol}', 'AAPL,BTC/USDT,A&b=c$&')).toEqual([
      ['https://a.example/AAPL/rss?s=AAPL', ['AAPL']],
      ['https://a.example/BTC%2FUSDT/rss?s=BTC%2FUSDT', ['BTC/USDT']],
      ['https://a.example/A%26b%3Dc%24%26/rss?s=A%26b%3Dc%24%26', ['A&b=c$&']],
    ]);
  });

  it('searches for the names of a symbol, once where two have the same, and leaves it to the words whom it is about', () => {
    expect(
      polled('https://a.example/search?q={query}+when:1d', 'ADA/USDT,ADA/USD,ZZZQ', { ZZZQ: ['Zz "Q"'] }),
    ).toEqual([
      ['https://a.example/search?q=%22cardano%22%20OR%20%22ada%22+when:1d', []],
      ['https://a.example/search?q=%22zz%20q%22%20OR%20%22zzzq%22+when:1d', []],
    ]);
  });

  it('says that it needs symbols', () => {
    expect(() => polled('https://a.example/{symbol}', '')).toThrow(
      /^HEADLINE_FEEDS: .* needs HEADLINE_SYMBOLS$/,
    );
  });
});
