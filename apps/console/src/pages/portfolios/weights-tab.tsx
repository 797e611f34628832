import { useMemo } from 'react';
import { readOptions, type Schemas, useRead } from '../../api/hooks';
import type { ChartSeries } from '../../charts/chart-series';
import { TimeChart } from '../../charts/time-chart';
import { WeightMap } from '../../charts/weight-map';
import { DownloadButton } from '../../components/download-button';
import { Figures } from '../../components/figures';
import { PagedTable } from '../../components/paged-table';
import { Empty, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { count, money, NO_VALUE, percent, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { currencyOf, memberText, type PartProps, rebalanceText } from './portfolio';

type Rebalances = Schemas['RebalancesRead'];
type Rebalance = Rebalances['rebalances'][number];
type Weight = Schemas['PortfolioWeightRead'];

/** More columns could not be distinguished; the service keeps the extremes of the turnover. */
const POINTS = 300;
const PAGE_SIZE = 100;

const SHOWN_BY_RULES =
  'The strategy decides for each series by itself: there are no rebalances. What was held is under Trades.';

/** What was held over time, and what it took to get there. */
export function WeightsTab({ run }: PartProps) {
  const query = useRead('/api/v1/backtesting/portfolio/{p_id}/rebalances', {
    params: { path: { p_id: run.id }, query: { points: POINTS } },
  });
  return (
    <QueryView
      query={query}
      isEmpty={({ total }) => total === 0}
      empty={
        <Empty>{run.allocation === 'rules' ? SHOWN_BY_RULES : 'No rebalance had anything to fill.'}</Empty>
      }
    >
      {(data) => (
        <div className="grid">
          <WeightsOverTime run={run} data={data} />
          <Turnover run={run} data={data} />
          <AllWeights run={run} />
        </div>
      )}
    </QueryView>
  );
}

interface RebalancesProps extends PartProps {
  readonly data: Rebalances;
}

function WeightsOverTime({ run, data: { members, rebalances, total } }: RebalancesProps) {
  const times = useTimes();
  const names = members.map(memberText);
  const isAll = members.length === run.member_count;
  const rows = [...names, ...(isAll ? [] : ['All others']), 'Cash'];
  const valuesOf = ({ weights, others, cash }: Rebalance) => [...weights, ...(isAll ? [] : [others]), cash];
  return (
    <Card title="Weights over time" wide>
      <p className="quiet">
        Share of the equity after the fills of each rebalance, the stronger the colour the larger
        {isAll ? '' : `, of the ${names.length} members with the largest average weights`}
        {rebalances.length < total && `; ${count(rebalances.length)} of ${count(total)} rebalances`}. Below 0:
        short, or borrowed cash.
      </p>
      <WeightMap
        label="Weights over time"
        rows={rows}
        columns={rebalances.map((each) => ({ time: each.filled_at, values: valuesOf(each) }))}
        end={`${run.end_date}T23:59:59Z`}
        format={(value) => percent(value)}
        table={
          <Table
            caption={`Weights after the fills (${times.zone})`}
            rows={rebalances}
            rowKey={({ rebalance }) => rebalance}
            columns={[
              {
                key: 'filled',
                title: 'Filled',
                nowrap: true,
                cell: ({ filled_at: at }) => times.minute(at),
              },
              ...rows.map((name, index) => ({
                key: name,
                title: name,
                number: true,
                cell: (each: Rebalance) => percent(valuesOf(each)[index]),
              })),
            ]}
          />
        }
      />
    </Card>
  );
}

function Turnover({ run, data: { rebalances } }: RebalancesProps) {
  const times = useTimes();
  const currency = currencyOf(run);
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'turnover',
        kind: 'histogram',
        color: 'series-1',
        title: 'Turnover',
        format: (value) => percent(value),
        points: rebalances.map(({ filled_at: time, turnover }) => ({ time, value: turnover })),
      },
    ],
    [rebalances],
  );
  return (
    <Card title="Turnover of the rebalances" wide>
      <Figures
        figures={[
          { label: 'Rebalances', value: count(run.rebalances), note: rebalanceText(run) },
          { label: 'Mean turnover', value: percent(run.rebalance_turnover), note: 'of the equity, each' },
          {
            label: 'Turnover a year',
            value: run.annual_turnover === null ? NO_VALUE : `${ratio(run.annual_turnover, 2)}\u00a0×`,
            note: 'of the equity',
          },
        ]}
      />
      <TimeChart
        label="Turnover of each rebalance"
        series={series}
        height={220}
        table={
          <Table
            caption={`Rebalances (${times.zone}${currency === undefined ? '' : `, ${currency}`})`}
            rows={rebalances}
            rowKey={({ rebalance }) => rebalance}
            columns={[
              { key: 'rebalance', title: 'Rebalance', number: true, cell: (each) => count(each.rebalance) },
              {
                key: 'decided',
                title: 'Decided',
                nowrap: true,
                cell: (each) => times.minute(each.decided_at),
              },
              { key: 'filled', title: 'Filled', nowrap: true, cell: (each) => times.minute(each.filled_at) },
              { key: 'held', title: 'Members held', number: true, cell: ({ held }) => count(held) },
              { key: 'turnover', title: 'Turnover', number: true, cell: (each) => percent(each.turnover) },
              { key: 'cost', title: 'Fees and slippage', number: true, cell: ({ cost }) => money(cost) },
            ]}
          />
        }
      />
    </Card>
  );
}

function AllWeights({ run: { id } }: PartProps) {
  const times = useTimes();
  return (
    <Card
      title="All weights"
      wide
      actions={
        <DownloadButton
          path={`/api/v1/backtesting/portfolio/${id}/weights`}
          fileName={`portfolio-${id}-weights.csv`}
        />
      }
    >
      <PagedTable<Weight>
        caption={`Weights of portfolio run ${id}`}
        columns={[
          { key: 'rebalance', title: 'Rebalance', number: true, cell: (each) => count(each.rebalance) },
          { key: 'decided', title: `Decided (${times.zone})`, cell: (each) => times.minute(each.decided_at) },
          { key: 'member', title: 'Series', cell: memberText },
          { key: 'target', title: 'Target', number: true, cell: ({ target }) => percent(target) },
          { key: 'drifted', title: 'Before', number: true, cell: ({ drifted }) => percent(drifted) },
          { key: 'reached', title: 'After', number: true, cell: ({ reached }) => percent(reached) },
        ]}
        page={(page) =>
          readOptions('/api/v1/backtesting/portfolio/{p_id}/weights', {
            params: { path: { p_id: id }, query: { page, size: PAGE_SIZE } },
          })
        }
        pageSize={PAGE_SIZE}
        rowKey={({ rebalance, member }) => `${rebalance} ${member}`}
      />
    </Card>
  );
}
