import type { Schemas } from '../../api/hooks';
import type { Column } from '../../components/table';
import { Term } from '../../components/term';
import { count, exact, NO_VALUE, percent, ratio, signedPercent } from '../../format/numbers';
import { duration } from '../../format/times';
import { Result } from './result';

type Group = Schemas['GroupStatisticsRead'];

const unitOf = ({ currency, symbol }: Group) => currency ?? symbol ?? undefined;

const number = (key: string, title: Column<Group>['title'], cell: (group: Group) => React.ReactNode) => ({
  key,
  title,
  cell,
  number: true,
});

/** Every figure of a group of trades, with its meaning. */
export function statisticsColumns(isGrouped: boolean): readonly Column<Group>[] {
  return [
    ...(isGrouped ? [{ key: 'group', title: 'Group', cell: ({ group }: Group) => group ?? 'without' }] : []),
    {
      key: 'currency',
      title: 'Currency',
      cell: ({ currency, symbol }) => currency ?? (symbol === null ? NO_VALUE : `of ${symbol}`),
    },
    number('trades', 'Trades', ({ trades }) => count(trades)),
    number('net', 'Net P&L', (group) => <Result amount={group.net_pnl} currency={unitOf(group) ?? null} />),
    number('wins', 'Won / lost', ({ wins, losses }) => `${count(wins)} / ${count(losses)}`),
    number('rate', 'Win rate', ({ win_rate: rate }) => percent(rate)),
    number(
      'expectancy',
      <Term meaning="Average net P&L of a trade, in its currency.">Expectancy</Term>,
      (group) => exact(group.expectancy, unitOf(group)),
    ),
    number(
      'factor',
      <Term meaning="Sum of the wins over the sum of the losses, above 0. None without losses.">
        Profit factor
      </Term>,
      ({ profit_factor: factor }) => ratio(factor, 2),
    ),
    number(
      'payoff',
      <Term meaning="Average win over average loss, above 0.">Payoff</Term>,
      ({ payoff_ratio: payoff }) => ratio(payoff, 2),
    ),
    number(
      'ratio',
      <Term meaning="(1 + payoff) × win rate − 1: what a trade brings for each unit that it risks.">
        Expectancy ratio
      </Term>,
      ({ expectancy_ratio: value }) => ratio(value, 2),
    ),
    number('win', 'Average win', (group) => exact(group.average_win, unitOf(group))),
    number('loss', 'Average loss', (group) => exact(group.average_loss, unitOf(group))),
    number(
      'r',
      <Term meaning="Average of net P&L over what a trade loses at its stop, of the trades that have one.">
        Average R
      </Term>,
      ({ average_r: r }) => ratio(r, 2),
    ),
    number('return', 'Average return', (group) => signedPercent(group.average_return)),
    number(
      'streaks',
      <Term meaning="Most wins, and most losses, in a row.">Longest streaks</Term>,
      ({ longest_winning_streak: won, longest_losing_streak: lost }) => `${count(won)} / ${count(lost)}`,
    ),
    number(
      'drawdown',
      <Term meaning="Largest fall of the running sum of net P&L from its peak.">Max. drawdown</Term>,
      (group) => exact(group.max_drawdown, unitOf(group)),
    ),
    number('gross', 'Gross P&L', (group) => exact(group.gross_pnl, unitOf(group))),
    number('fees', 'Fees', (group) => exact(group.fees, unitOf(group))),
    number(
      'funding',
      <Term meaning="Funding received, estimated by stored rates; negative: paid.">Funding</Term>,
      (group) => exact(group.funding, unitOf(group)),
    ),
    number('holding', 'Average holding', ({ average_holding_seconds: seconds }) => duration(seconds)),
  ];
}
