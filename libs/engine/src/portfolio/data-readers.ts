import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type BarTimes } from '../backtest/strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type DataNeed } from '../known-data/data-request';
import { type CandleColumns } from '../market/candle-columns';
import { readExpression } from '../rules/expression';
import { strategyOf } from '../strategies/registry';
import { type PortfolioSettings, type RankSource } from './portfolio-settings';

/** A part of a portfolio's settings that may read more than the candles of a member. */
interface DataReader {
  readonly needs: readonly DataNeed[];
  /** What a reader of the run has to know of that data, for one member. */
  dataWarnings(
    candles: CandleColumns,
    tradeFrom: number,
    indicators: IndicatorMemo,
    times: BarTimes,
  ): readonly string[];
}

/** What decisions read besides the candles of the members. */
export function portfolioNeeds(settings: PortfolioSettings): readonly DataNeed[] {
  return dataReaders(settings).flatMap(({ needs }) => needs);
}

export function dataReaders({ allocation }: PortfolioSettings): readonly DataReader[] {
  switch (allocation.kind) {
    case 'weights': {
      const { givenRule } = allocation.weighting;
      return givenRule ? [readExpression(givenRule.expression, 'weights.rule')] : [];
    }
    case 'ranking':
      return readersOfRank(allocation.ranking.by, 'ranking.by');
    case 'rules': {
      const { declaration, parameters, priority } = allocation.strategy;
      const strategy = strategyOf(declaration);
      const ofStrategy: DataReader = {
        needs: strategy.needs?.(parameters) ?? [],
        dataWarnings: (candles, tradeFrom, indicators, times) =>
          orRefusal(() => strategy.dataWarnings?.(candles, tradeFrom, parameters, indicators, times) ?? []),
      };
      return [ofStrategy, ...(priority === null ? [] : readersOfRank(priority, 'rules.priority'))];
    }
  }
}

function readersOfRank(source: RankSource, path: string): readonly DataReader[] {
  return source.kind === 'rule' ? [readExpression(source.expression, `${path}.rule`)] : [];
}

/** One member without data is no reason to refuse the others. */
function orRefusal(warnings: () => readonly string[]): readonly string[] {
  try {
    return warnings();
  } catch (error) {
    if (error instanceof BacktestRefusal) return [error.message];
    throw error;
  }
}
