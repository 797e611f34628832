import type { Schemas } from '../../../api/hooks';
import type { ChartColor, PriceLevel } from '../../../charts/chart-series';

export type TradeLevels = Schemas['TradeLevelsRead'];

interface NamedLevel {
  readonly field:
    'entry_price' | 'exit_price' | 'stop_loss' | 'trailing_stop' | 'take_profit' | 'liquidation';
  readonly title: string;
  readonly color: ChartColor;
  /** What happened is a solid line; its stops and targets are dashed. */
  readonly isDashed: boolean;
}

const LEVELS: readonly NamedLevel[] = [
  { field: 'entry_price', title: 'entry', color: 'series-1', isDashed: false },
  { field: 'exit_price', title: 'exit', color: 'series-3', isDashed: false },
  { field: 'stop_loss', title: 'stop-loss', color: 'down', isDashed: true },
  { field: 'trailing_stop', title: 'trailing stop', color: 'down', isDashed: true },
  { field: 'take_profit', title: 'take-profit', color: 'up', isDashed: true },
  { field: 'liquidation', title: 'liquidation', color: 'warn', isDashed: true },
];

/** The prices of a trade as levels of a chart and rows of the table beside it; those that are not set are left out. */
export function levelsOf(levels: TradeLevels | undefined): PriceLevel[] {
  if (!levels) return [];
  return LEVELS.flatMap(({ field, ...level }) => {
    const price = levels[field];
    return price === null ? [] : [{ ...level, price }];
  });
}
