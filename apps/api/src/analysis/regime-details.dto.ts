import type { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { doublesOf } from '#domain/records/doubles';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import type { RegimeState } from '#engine/regime/describe-fit';
import { type Regime, REGIMES } from '#engine/regime/label-states';
import {
  CountAnswer,
  FlagAnswer,
  NumberAnswer,
  NumbersAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { inSlices } from '#platform/pauses/in-slices';
import { toRegimeFields } from './regime.dto';

const LABELS_AT_ONCE = 1_000;

const COVARIANCES = ['diagonal', 'full'] as const;

class RegimeStateRead {
  @WordAnswer(REGIMES, { description: 'Label of the state, by its mean trend', example: 'bull' })
  label: Regime;

  @NumberAnswer('log return a bar', {
    description: 'Mean trend in the state: 0.001 is about 0.1 % a bar',
    example: 0.0008,
  })
  mean_log_return_per_bar: number;

  @NumberAnswer('bars', {
    description:
      'Expected number of bars until the state is left, 1 / (1 − probability of staying); null: it is never left',
    example: 41.5,
    nullable: true,
  })
  expected_duration_bars: number | null;

  @NumbersAnswer({
    description: 'Probability of each state at the next bar, in the order of states',
    example: [0.976, 0.02, 0.004],
  })
  transition: number[];
}

class RegimeModelRead {
  @TextsAnswer({
    description:
      'Features that were observed: trend, the mean log return of a window, and range, a volatility by ln(high / low) of its bars',
    example: ['trend', 'range'],
  })
  features: string[];

  @WordAnswer(COVARIANCES, { description: 'Whether the features are correlated in a state', example: 'full' })
  covariance: (typeof COVARIANCES)[number];

  @NumberAnswer('nats', { description: 'Log likelihood of the observations', example: -512.3 })
  log_likelihood: number;

  @NumberAnswer('nats', { description: 'Bayesian information criterion; smaller is better', example: 1180.9 })
  bic: number;

  @ObjectAnswer([RegimeStateRead], { description: 'The states of the model' })
  states: RegimeStateRead[];
}

class DatedRegimeRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2020-04-17T00:00:00Z' })
  time: string;

  @WordAnswer(REGIMES, { description: 'The regime at its close', example: 'bear' })
  label: Regime;
}

/** A regime with what it was computed from, and its model. */
export class RegimeDetailsRead {
  @CountAnswer('days', {
    description: 'Length of the window before the last closed candle, as requested',
    example: 365,
  })
  lookback_days: number;

  @CountAnswer('bars', { description: 'Closed bars in the lookback days', example: 252 })
  bars: number;

  @CountAnswer('observations', {
    description: 'Rolling windows of these bars that the model is fitted on',
    example: 233,
  })
  observations: number;

  @CountAnswer('bars', { description: 'Length of the rolling window of an observation', example: 20 })
  window_bars: number;

  @TimeAnswer({ description: 'Open of the bar of the first observation', example: '2019-05-15T00:00:00Z' })
  first_observation: string;

  @TimeAnswer({ description: 'Open of the bar of the last observation', example: '2020-04-17T00:00:00Z' })
  last_observation: string;

  @ObjectAnswer(RegimeModelRead, {
    description: 'The fitted model; null where nothing varies',
    nullable: true,
  })
  model: RegimeModelRead | null;

  @TextsAnswer({
    description: 'Warnings about the candles; left out of regimes of earlier versions',
    example: [],
    required: false,
  })
  warnings?: string[];

  @TextAnswer({ description: 'Symbol, as requested', example: 'SPX' })
  symbol: string;

  @TextAnswer({ description: 'Exchange of the candles', example: 'us' })
  exchange: string;

  @WordAnswer(INTERVALS, { description: 'Interval of the bars', example: '1d' })
  interval: string;

  @WordAnswer(REGIMES, { description: 'Regime at the last closed candle', example: 'bear' })
  regime: Regime;

  @NumberAnswer('probability', {
    description: 'Probability of the regime at the last closed candle, 0 to 1',
    example: 0.9731,
  })
  confidence: number;

  @TimeAnswer({ description: 'When it was computed', example: '2024-01-02T00:00:00Z' })
  computed_at: string;

  @FlagAnswer({
    description:
      'It would come out otherwise now: a candle has closed since, or one that it was fitted on was corrected; null: computed before that was kept',
    example: false,
    nullable: true,
  })
  stale: boolean | null;

  @ObjectAnswer([DatedRegimeRead], {
    description:
      'Label of each observation with its time, oldest first, by a model fitted on the whole window; null in regimes of earlier versions',
    nullable: true,
  })
  state_history: DatedRegimeRead[] | null;
}

/** JSON of a RegimeDetailsRead; 200,000 labels and their times are spelled in slices. */
export async function regimeDetailsText(stored: StoredRegime, stale: boolean | null): Promise<string> {
  const fields = JSON.stringify(toRegimeDetails(stored, stale));
  const { stateHistory: labels, stateTimes } = stored;
  const history = stateTimes && (await inSlices(spelling(labels, doublesOf(stateTimes))));
  return `${fields.slice(0, -1)},"state_history":${history}}`;
}

function* spelling(labels: readonly Regime[], times: Float64Array): Generator<unknown, string> {
  const pieces: string[] = [];
  for (let from = 0; from < labels.length; from += LABELS_AT_ONCE) {
    const dated = labels
      .slice(from, from + LABELS_AT_ONCE)
      .map((label, index): DatedRegimeRead => ({ time: formatDateTime(times[from + index]), label }));
    pieces.push(JSON.stringify(dated).slice(1, -1));
    yield;
  }
  return `[${pieces.join(',')}]`;
}

function toRegimeDetails(
  stored: StoredRegime,
  stale: boolean | null,
): Omit<RegimeDetailsRead, 'state_history'> {
  const { lookbackDays, bars, observations, windowBars, model, warnings } = stored.details;
  return {
    ...toRegimeFields(stored),
    stale,
    lookback_days: lookbackDays,
    bars,
    observations,
    window_bars: windowBars,
    first_observation: formatDateTime(stored.details.firstObservation),
    last_observation: formatDateTime(stored.details.lastObservation),
    ...(warnings && { warnings }),
    model: model && {
      features: [...model.features],
      covariance: model.covariance,
      log_likelihood: model.logLikelihood,
      bic: model.bic,
      states: model.states.map(toRegimeState),
    },
  };
}

function toRegimeState(state: RegimeState): RegimeStateRead {
  return {
    label: state.label,
    mean_log_return_per_bar: state.meanLogReturnPerBar,
    expected_duration_bars: state.expectedDurationBars,
    transition: [...state.transition],
  };
}
