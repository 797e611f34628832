import { HeatMap } from '../../charts/heat-map';
import { LabelsCard } from '../../components/labels-card';
import { VerdictNotice } from '../../components/verdict';
import { useRead } from '../../api/hooks';
import { percent, ratio } from '../../format/numbers';
import { Card } from '../../layout/page';
import { ShownDistribution } from '../backtests/summary/distribution-card';
import { DrawdownsCard } from '../backtests/summary/drawdowns-card';
import { AccountCard, CHART_POINTS, TABLE_POINTS } from '../backtests/summary/equity-card';
import { KeyFigures, MeasuresCard } from '../backtests/summary/measures-card';
import { MonthlyReturns } from '../backtests/summary/monthly-returns';
import { RelativeCard } from '../backtests/summary/relative-card';
import { TagsCard } from '../backtests/summary/tags-card';
import { RunWarnings } from '../backtests/run-warnings';
import { ContributionsCard } from './contributions-card';
import { benchmarkText, benchmarkTitle, currencyOf, memberText, type PartProps } from './portfolio';

/** What a run comes to: the verdict first. */
export function SummaryTab({ run }: PartProps) {
  const title = benchmarkTitle(run);
  const currency = currencyOf(run);
  return (
    <div className="grid">
      <Card title="Verdict" wide>
        <VerdictNotice verdict={run.verdict} />
        <RunWarnings report={run} />
        <KeyFigures {...run} compared={title} currency={currency} />
      </Card>
      <AccountCard
        chart={useEquity(run.id, CHART_POINTS)}
        table={useEquity(run.id, TABLE_POINTS)}
        currency={currency}
        benchmarkTitle={title}
        further={{ key: 'cash', title: 'Cash', cell: ({ cash }) => percent(cash) }}
      />
      <MeasuresCard {...run} title={title}>
        {title}: {benchmarkText(run)} over the same bars, at the same costs.
      </MeasuresCard>
      <RelativeCard relative={run.relative} against={benchmarkText(run)} />
      <ContributionsCard run={run} />
      <TagsCard tags={run.tags} currency={currency} />
      <CorrelationsCard run={run} />
      <Card title="Returns of months" wide>
        <MonthlyReturns caption="Returns of UTC months, percent" months={run.monthly_returns} />
      </Card>
      <DrawdownsCard report={run} />
      <ShownDistribution query={useDistribution(run.id)} />
      <LabelsCard kind="portfolio" id={run.id} />
    </div>
  );
}

function useDistribution(id: number) {
  return useRead('/api/v1/backtesting/portfolio/{p_id}/distribution', { params: { path: { p_id: id } } });
}

function useEquity(id: number, points: number) {
  return useRead('/api/v1/backtesting/portfolio/{p_id}/equity', {
    params: { path: { p_id: id }, query: { points, with: 'benchmark,drawdown,cash' } },
  });
}

function CorrelationsCard({ run }: PartProps) {
  const { correlations } = run;
  if (!correlations || correlations.members.length < 2) return null;
  const { members, coefficients } = correlations;
  const names = members.map(memberText);
  return (
    <Card title="Correlation of the members" wide>
      <p className="quiet">
        Pearson, of the daily returns of each two members over the days that both have; no unit, from −1 to 1.
        Members that are alike spread no risk.{' '}
        {names.length < run.member_count && `The ${names.length} with the largest average weights.`}
      </p>
      <HeatMap
        caption="Correlation of the daily returns of each two members"
        columns={names}
        rows={names}
        columnAxis="Member"
        rowAxis="Member"
        neutral={0}
        value={(row, column) => coefficients[row]?.[column] ?? null}
        format={(value) => ratio(value, 2)}
      />
    </Card>
  );
}
