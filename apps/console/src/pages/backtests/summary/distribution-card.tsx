import type { UseQueryResult } from '@tanstack/react-query';
import { useRead, type Schemas } from '../../../api/hooks';
import type { Problem } from '../../../api/problem';
import { BarChart } from '../../../charts/bar-chart';
import { Empty, QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { Term } from '../../../components/term';
import { Figures } from '../../../components/figures';
import { count, percent, ratio, signedPercent } from '../../../format/numbers';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

type Distribution = Schemas['DistributionRead'];

/** How the returns of the account and of its trades are distributed. */
export function DistributionCards({ report }: PartProps) {
  const distribution = useRead('/api/v1/backtesting/{b_id}/distribution', {
    params: { path: { b_id: report.id } },
  });
  return <ShownDistribution query={distribution} />;
}

interface ShownDistributionProps {
  readonly query: UseQueryResult<Schemas['RunDistributionRead'], Problem>;
}

/** Of any run. */
export function ShownDistribution({ query }: ShownDistributionProps) {
  return (
    <>
      <Card title="Distribution of returns">
        <QueryView query={query}>
          {({ returns }) =>
            returns && (
              <Histogram
                of={returns.basis === 'daily' ? 'daily returns' : 'returns of bars'}
                distribution={returns}
                valueAtRisk={returns.value_at_risk_95}
              />
            )
          }
        </QueryView>
      </Card>
      <Card title="Distribution of trades">
        <QueryView
          query={query}
          isEmpty={({ trades }) => !trades || trades.count === 0}
          empty={<Empty>The run made no trade: try other parameters or a longer range.</Empty>}
        >
          {({ trades }) => trades && <Histogram of="returns of trades" distribution={trades} />}
        </QueryView>
      </Card>
    </>
  );
}

interface HistogramProps {
  readonly of: string;
  readonly distribution: Distribution;
  readonly valueAtRisk?: number | null;
}

function Histogram({ of, distribution, valueAtRisk }: HistogramProps) {
  const { bins, percentiles, mean, standard_deviation: deviation, skewness, kurtosis } = distribution;
  const rangeOf = ({ lower, upper }: Distribution['bins'][number]) =>
    `${signedPercent(lower)} to ${signedPercent(upper)}`;
  return (
    <div className="stack">
      <BarChart
        label={`Histogram of the ${count(distribution.count)} ${of}`}
        format={count}
        bars={bins.map((bin) => ({
          label: rangeOf(bin),
          value: bin.count,
          color: bin.upper <= 0 ? 'down' : 'up',
        }))}
        table={
          <Table
            caption={`Histogram of the ${of}`}
            rows={bins}
            rowKey={({ lower }) => lower}
            columns={[
              { key: 'range', title: 'Return', cell: rangeOf },
              { key: 'count', title: 'Number', number: true, cell: (bin) => count(bin.count) },
            ]}
          />
        }
      />
      <Figures
        figures={[
          { label: 'Mean', value: signedPercent(mean, 3) },
          { label: 'Standard deviation', value: percent(deviation, 3) },
          {
            label: (
              <Term meaning="Third standardised moment. Negative: the large returns are losses rather than gains; 0: symmetric.">
                Skewness
              </Term>
            ),
            value: ratio(skewness, 2),
          },
          {
            label: (
              <Term meaning="Fourth standardised moment less the 3 of a normal distribution. Above 0: extreme returns are more frequent than a normal distribution has them.">
                Excess kurtosis
              </Term>
            ),
            value: ratio(kurtosis, 2),
          },
          {
            label: 'Median',
            value: signedPercent(percentiles?.p50, 3),
            note: `5 % below ${signedPercent(percentiles?.p5)}, 5 % above ${signedPercent(percentiles?.p95)}`,
          },
          ...(valueAtRisk === undefined
            ? []
            : [
                {
                  label: (
                    <Term meaning="Loss that 5 % of the returns exceed, by the past alone.">
                      Value at risk (95 %)
                    </Term>
                  ),
                  value: percent(valueAtRisk),
                },
              ]),
        ]}
      />
    </div>
  );
}
