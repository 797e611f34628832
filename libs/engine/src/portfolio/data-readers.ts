import { BacktestRefusal, orRefused } from '../backtest/backtest-refusal';
import { type DataNeed } from '../known-data/data-request';
import { type Expression, readExpression } from '../rules/expression';
import { strategyOf } from '../strategies/registry';
import { type PortfolioSettings, type RankSource } from './portfolio-settings';

/** A part of a portfolio's settings that may read more than the candles of a member. */
type DataReader = Pick<Expression, 'needs' | 'dataWarnings'>;

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
        // One member without data is no reason to refuse the others.
        dataWarnings: (candles, tradeFrom, indicators, times) => {
          const said = orRefused(() =>
            strategy.dataWarnings?.(candles, tradeFrom, parameters, indicators, times),
          );
          return said instanceof BacktestRefusal ? [said.message] : (said ?? []);
        },
      };
      return [ofStrategy, ...(priority === null ? [] : readersOfRank(priority, 'rules.priority'))];
    }
  }
}

function readersOfRank(source: RankSource, path: string): readonly DataReader[] {
  return source.kind === 'rule' ? [readExpression(source.expression, `${path}.rule`)] : [];
}
