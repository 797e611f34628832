import { type SettingRule } from '../backtest/setting-rule';
import { type ParameterRule } from '../indicators/parameter-rule';
import { type StrategyParameters } from '../backtest/strategy';
import { strategyOf } from '../strategies/registry';
import {
  MOMENTUM_RULES,
  RANKING_RULES,
  REBALANCE_RULES,
  SHARED_STRATEGY_RULES,
  WEIGHTING_RULES,
} from '../portfolio/portfolio-fields';
import {
  type PortfolioSettings,
  type RankSource,
  type Ranking,
  type RebalanceRule,
  type SharedStrategy,
  type Weighting,
} from '../portfolio/portfolio-settings';
import { SEARCHED_METHODS } from './parameter-words';

export const STRATEGY_PATH = 'rules.parameters.';

export type SearchedRules = Readonly<Record<string, ParameterRule>>;

type Entry = readonly [path: string, rule: ParameterRule];

/**
 * What can be searched of a portfolio: its settings that are numbers or words, by their paths in the request. `isRhythmGiven`
 * says whether the request has a rebalance; where it has none, each kind can be tried.
 */
export function searchedRules(
  { allocation, rebalance }: PortfolioSettings,
  isRhythmGiven: boolean,
): SearchedRules {
  switch (allocation.kind) {
    case 'weights':
      return Object.fromEntries([
        ...ofWeighting('weights', allocation.weighting),
        ...ofRebalance(rebalance, isRhythmGiven),
      ]);
    case 'ranking':
      return Object.fromEntries([...ofRanking(allocation.ranking), ...ofRebalance(rebalance, isRhythmGiven)]);
    case 'rules':
      return Object.fromEntries(ofStrategy(allocation.strategy));
  }
}

function ofWeighting(path: string, weighting: Weighting): Entry[] {
  const turnover = number(
    `${path}.max_turnover`,
    WEIGHTING_RULES.max_turnover,
    weighting.maximumTurnover ?? 1,
    'Most that one rebalance may turn over',
  );
  if (weighting.method === 'given') return [turnover];
  return [
    word(`${path}.method`, SEARCHED_METHODS, weighting.method, 'How the weights are made'),
    number(
      `${path}.lookback`,
      WEIGHTING_RULES.lookback,
      weighting.lookbackBars,
      'Returns that the weights are made of',
    ),
    number(`${path}.max_weight`, WEIGHTING_RULES.max_weight, weighting.maximumWeight, 'Cap of a weight'),
    number(`${path}.min_weight`, WEIGHTING_RULES.min_weight, weighting.minimumWeight, 'Floor of a weight'),
    number(`${path}.cash`, WEIGHTING_RULES.cash, weighting.cashShare, 'Share that stays cash'),
    turnover,
  ];
}

function ofRanking({ by, top, bottom, gross, net, weighting }: Ranking): Entry[] {
  return [
    ...ofSource('ranking.by', by),
    number('ranking.top', RANKING_RULES.top, top, 'Members that are held long'),
    number('ranking.bottom', RANKING_RULES.bottom, bottom, 'Members that are held short'),
    number('ranking.gross', RANKING_RULES.gross, gross, 'Sum of the sizes of all weights'),
    number('ranking.net', RANKING_RULES.net, net ?? 0, 'Sum of all weights'),
    ...ofWeighting('ranking.weights', weighting),
  ];
}

/** An expression or a feature is what it is. */
function ofSource(path: string, source: RankSource): Entry[] {
  if (source.kind !== 'momentum') return [];
  return [
    number(
      `${path}.momentum.lookback`,
      MOMENTUM_RULES.lookback,
      source.lookbackBars,
      'Bars that the momentum is over',
    ),
    number(`${path}.momentum.skip`, MOMENTUM_RULES.skip, source.skipBars, 'Newest bars that are left out'),
  ];
}

function ofStrategy({
  declaration,
  parameters,
  maximumOpenPositions,
  share,
  priority,
}: SharedStrategy): Entry[] {
  return [
    ...ofParameters(strategyOf(declaration).parameters, parameters),
    number(
      'rules.max_open_positions',
      SHARED_STRATEGY_RULES.max_open_positions,
      maximumOpenPositions,
      'Positions that are open at once',
    ),
    number('rules.share', SHARED_STRATEGY_RULES.share, share ?? 1, 'Share of the equity per position'),
    ...(priority === null ? [] : ofSource('rules.priority', priority)),
  ];
}

function ofParameters(rules: SearchedRules, parameters: StrategyParameters): Entry[] {
  return Object.entries(rules).map(([name, rule]) => [
    `${STRATEGY_PATH}${name}`,
    { ...rule, default: parameters[name] },
  ]);
}

function ofRebalance(rebalance: RebalanceRule | null, isGiven: boolean): Entry[] {
  const { every, bars, drift } = REBALANCE_RULES;
  const is = (kind: RebalanceRule['kind']) => !isGiven || rebalance?.kind === kind;
  const current = rebalance?.kind === 'calendar' ? rebalance.every : 'monthly';
  return [
    ...(is('calendar') ? [word('rebalance.every', every.words, current, 'Period of the rebalances')] : []),
    ...(is('bars')
      ? [
          number(
            'rebalance.bars',
            bars,
            rebalance?.kind === 'bars' ? rebalance.bars : 20,
            'Bars between rebalances',
          ),
        ]
      : []),
    ...(is('drift')
      ? [
          number(
            'rebalance.drift',
            drift,
            rebalance?.kind === 'drift' ? rebalance.band : 0.05,
            'Band about the weights',
          ),
        ]
      : []),
  ];
}

function word(path: string, words: readonly string[], current: string, summary: string): Entry {
  const byDefault = Math.max(0, words.indexOf(current));
  return [
    path,
    { type: 'integer', default: byDefault, minimum: 0, maximum: words.length - 1, words, summary },
  ];
}

/** Bounds that are excluded themselves are left to the reader of the settings. */
function number(
  path: string,
  rule: Extract<SettingRule, { kind: 'number' | 'integer' }>,
  byDefault: number,
  summary: string,
): Entry {
  const { minimum, above, maximum, below } = rule.bounds;
  return [
    path,
    {
      type: rule.kind,
      default: byDefault,
      minimum: minimum ?? above ?? -Infinity,
      maximum: maximum ?? below ?? Infinity,
      summary,
    },
  ];
}
