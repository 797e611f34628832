import { marketViewText } from './market-view';

it('prints one line for each of regime, sentiment and features', () => {
  const text = marketViewText({
    regime: { regime: 'bear', confidence: 0.98765, state_history: ['bull', 'bear'] },
    sentiment: { signal: 'bullish', sentiment_score: 0.1, headline_count: 7 },
    featureSet: {
      features: { rsi_14: 57.123456, macd_hist: -1.5, obv: null, natr_14: null },
    },
  });
  expect(text.split('\n')).toEqual([
    'At its end, 2020-04-17:',
    '  Regime      bear, confidence 0.9877 (2 closes classified)',
    '  Sentiment   bullish (7 headlines, score 0.1000)',
    '  Features    rsi_14 57.12, macd_hist -1.500 (4 in all)',
  ]);
});
