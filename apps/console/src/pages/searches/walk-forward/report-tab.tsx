import { type Schemas, useRead } from '../../../api/hooks';
import { MEASURES, MeasureTerm, type ShownMeasure } from '../../../components/measures';
import { Figures } from '../../../components/figures';
import { Empty, QueryView } from '../../../components/query-view';
import { Card } from '../../../layout/page';
import { ShownDistribution } from '../../backtests/summary/distribution-card';
import { DrawdownsCard } from '../../backtests/summary/drawdowns-card';
import { MonthlyReturns } from '../../backtests/summary/monthly-returns';
import { RelativeCard } from '../../backtests/summary/relative-card';
import { benchmarkText, type WalkForward } from '../search';

type Report = Schemas['WalkForwardReportRead'];

/** Every measure of the joined account, its months and its drawdowns. */
export function ReportTab({ run }: { readonly run: WalkForward }) {
  const { id } = run;
  const report = useRead('/api/v1/backtesting/walk-forward/{w_id}/report', {
    params: { path: { w_id: id } },
  });
  const distribution = useRead('/api/v1/backtesting/walk-forward/{w_id}/distribution', {
    params: { path: { w_id: id } },
  });
  return (
    <QueryView query={report}>
      {(data) =>
        data.metrics ? (
          <div className="grid">
            <MetricsCard metrics={data.metrics} />
            <RelativeCard relative={data.relative} against={benchmarkText(run)} />
            <MonthsCard report={data} />
            <DrawdownsCard report={data} />
            <ShownDistribution query={distribution} />
          </div>
        ) : (
          <Empty>The run is of an earlier version, which stored no report. Submit it again to have it.</Empty>
        )
      }
    </QueryView>
  );
}

function MetricsCard({ metrics }: { readonly metrics: NonNullable<Report['metrics']> }) {
  const { sharpe_basis: basis, ...measures } = metrics;
  return (
    <Card title="Measures of the tests as one account" wide>
      <Figures
        figures={(Object.keys(measures) as ShownMeasure[]).map((name) => ({
          label: <MeasureTerm name={name} />,
          value: MEASURES[name].format(measures[name as keyof typeof measures]),
        }))}
      />
      <p className="quiet" style={{ marginBlock: '0.75rem 0' }}>
        Ratios are of {basis === 'daily' ? 'daily returns' : 'the returns of bars'}, annualised.
      </p>
    </Card>
  );
}

function MonthsCard({ report: { monthly_returns: months } }: { readonly report: Report }) {
  return (
    <Card title="Returns of months" wide>
      <MonthlyReturns caption="Returns of UTC months out of sample, percent" months={months} />
    </Card>
  );
}
