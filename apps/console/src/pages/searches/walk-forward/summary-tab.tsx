import { Link } from '@tanstack/react-router';
import { Figures } from '../../../components/figures';
import { LabelsCard } from '../../../components/labels-card';
import { MEASURES, MeasureTerm } from '../../../components/measures';
import { VerifyCard } from '../../../components/verify-card';
import { Card } from '../../../layout/page';
import { FormLink } from '../form-link';
import { parametersText } from '../../../format/parameters';
import type { WalkForward } from '../search';
import { VerdictCard } from '../search-page';
import { TestEquityCard } from './test-equity-card';

/** What the search would have earned out of sample. */
export function SummaryTab({ run }: { readonly run: WalkForward }) {
  const newest = run.windows?.at(-1);
  return (
    <div className="grid">
      <VerdictCard search={run}>
        <Link to="/console/walk-forwards/$id" params={{ id: String(run.id) }} search={{ tab: 'overfitting' }}>
          Read what the figures mean
        </Link>
      </VerdictCard>
      <OutOfSampleCard run={run} />
      <TestEquityCard run={run} />
      {newest && (
        <Card title="Parameters of the newest window">
          <p>
            <strong>{parametersText(newest.best_parameters)}</strong> were chosen last: what one would trade
            next.
          </p>
          <FormLink of={run} combination={newest.best_parameters} className="button">
            Run them as a backtest
          </FormLink>
        </Card>
      )}
      <LabelsCard kind="walk-forward" id={run.id} />
      <VerifyCard kind="walk-forward" id={run.id} />
    </div>
  );
}

const OF_TESTS = ['walk_forward_efficiency', 'consistency', 'trials'] as const;

function OutOfSampleCard({ run: { summary, benchmark } }: { readonly run: WalkForward }) {
  if (!summary) return null;
  const compared = [
    ['total_return', summary.out_of_sample_return, benchmark?.total_return],
    ['sharpe_ratio', summary.out_of_sample_sharpe, benchmark?.sharpe_ratio],
    ['max_drawdown', summary.out_of_sample_max_drawdown, benchmark?.max_drawdown],
  ] as const;
  return (
    <Card title="Out of sample" wide>
      <Figures
        figures={[
          ...compared.map(([name, value, held]) => ({
            label: <MeasureTerm name={name} />,
            value: MEASURES[name].format(value),
            note: `Buy and hold: ${MEASURES[name].format(held)}`,
          })),
          ...OF_TESTS.map((name) => ({
            label: <MeasureTerm name={name} />,
            value: MEASURES[name].format(summary[name]),
          })),
        ]}
      />
    </Card>
  );
}
