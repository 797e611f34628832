import type { ApiClient } from './api-client';
import { SAMPLE } from './sample';
import { SAMPLE_END, SAMPLE_HEADLINES } from './sample-headlines';
import { waitUntilFinished } from './wait-until-finished';

const LOOKBACK_DAYS = 3_650;

interface RegimeAnswer {
  readonly regime: string;
  readonly confidence: number;
  readonly state_history: readonly string[];
}

interface Sentiment {
  readonly signal: string;
  readonly sentiment_score: number;
  readonly headline_count: number;
}

interface FeatureSetAnswer {
  readonly features: Readonly<Record<string, number | null>>;
}

export interface MarketView {
  readonly regime: RegimeAnswer;
  readonly sentiment: Sentiment;
  readonly featureSet: FeatureSetAnswer;
}

/** What the service makes of the sample's end: its regime, the sentiment of its headlines, its features. */
export async function readMarketView(api: ApiClient): Promise<MarketView> {
  const regime = await api.post<RegimeAnswer>('/api/v1/analysis/regime', {
    ...SAMPLE,
    lookback_days: LOOKBACK_DAYS,
  });
  await api.post('/api/v1/analysis/headlines', { headlines: SAMPLE_HEADLINES });
  const query = new URLSearchParams({ symbol: SAMPLE.symbol, as_of: SAMPLE_END }).toString();
  const sentiment = await api.get<Sentiment>(`/api/v1/analysis/sentiment?${query}`);
  const precompute = '/api/v1/features/precompute';
  const { job_id } = await api.post<{ job_id: number }>(precompute, SAMPLE);
  await waitUntilFinished(api, `${precompute}/${job_id}`);
  const featureSet = await api.get<FeatureSetAnswer>(
    `/api/v1/features?${new URLSearchParams(SAMPLE).toString()}`,
  );
  return { regime, sentiment, featureSet };
}

/** One line for each of the three. */
export function marketViewText({ regime, sentiment, featureSet }: MarketView): string {
  const { features } = featureSet;
  const shown = ['rsi_14', 'macd_hist', 'natr_14', 'volatility_20', 'returns_20']
    .map((name) => [name, features[name]] as const)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} ${value!.toPrecision(4)}`)
    .join(', ');
  const headlines = `${sentiment.headline_count} headlines, score ${sentiment.sentiment_score.toFixed(4)}`;
  return [
    `At its end, ${SAMPLE_END.slice(0, 10)}:`,
    `  Regime      ${regime.regime}, confidence ${regime.confidence.toFixed(4)} (${regime.state_history.length} closes classified)`,
    `  Sentiment   ${sentiment.signal} (${headlines})`,
    `  Features    ${shown} (${Object.keys(features).length} in all)`,
  ].join('\n');
}
