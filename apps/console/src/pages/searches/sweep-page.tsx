import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/hooks';
import { LabelsCard } from '../../components/labels-card';
import { MeasureTerm, MEASURES } from '../../components/measures';
import { Figures } from '../../components/figures';
import { Empty } from '../../components/query-view';
import { VerifyCard } from '../../components/verify-card';
import { type Parameters, parametersText } from '../../format/parameters';
import { Card } from '../../layout/page';
import { readableId } from '../record-id';
import { CombinationsCard } from './combinations-card';
import { FormLink } from './form-link';
import { MatrixCard } from './matrix-card';
import { OverfittingCards } from './overfitting-cards';
import { isUnderWay, POLL_MILLISECONDS, type Sweep } from './search';
import { SearchPage, VerdictCard } from './search-page';

export function SweepPage() {
  const { id: text } = useParams({ from: '/console/sweeps/$id' });
  const id = readableId(text);
  const query = useRead(
    '/api/v1/backtesting/sweep/{s_id}',
    { params: { path: { s_id: id } } },
    { refetchInterval: (former) => (former && isUnderWay(former) ? POLL_MILLISECONDS : false) },
  );
  return (
    <SearchPage kind="sweep" text={text} id={id} query={query}>
      {(sweep) => <CompletedSweep sweep={sweep} />}
    </SearchPage>
  );
}

function CompletedSweep({ sweep }: { readonly sweep: Sweep }) {
  const [picked, setPicked] = useState<Parameters>();
  const chosen = picked ?? sweep.best?.parameters;
  return (
    <div className="grid">
      <VerdictCard search={sweep}>
        <FormLink of={sweep} as="walk-forward">
          Test this grid by a walk-forward
        </FormLink>
      </VerdictCard>
      <BestCard sweep={sweep} />
      <MatrixCard sweep={sweep} chosen={chosen} />
      <CombinationsCard sweep={sweep} chosen={chosen} onChoose={setPicked} />
      <OverfittingCards
        significance={sweep.significance}
        overfitting={sweep.overfitting}
        trials={sweep.trials}
        isOutOfSample={false}
      />
      <LabelsCard kind="sweep" id={sweep.id} />
      <VerifyCard kind="sweep" id={sweep.id} />
    </div>
  );
}

const SHOWN = ['total_return', 'sharpe_ratio', 'max_drawdown'] as const;

function BestCard({ sweep }: { readonly sweep: Sweep }) {
  const { best, benchmark } = sweep;
  return (
    <Card title="Best combination" wide>
      {best ? (
        <>
          <p>
            <strong>{parametersText(best.parameters)}</strong> has the highest{' '}
            {MEASURES[sweep.objective].title}, in-sample: on the data that it was chosen on.
          </p>
          <Figures
            figures={[
              ...SHOWN.map((name) => ({
                label: <MeasureTerm name={name} />,
                value: MEASURES[name].format(best[name]),
                note: benchmark && `Buy and hold: ${MEASURES[name].format(benchmark[name])}`,
              })),
              { label: <MeasureTerm name="trades" />, value: MEASURES.trades.format(best.trades) },
            ]}
          />
          <p style={{ marginBlock: '0.75rem 0' }}>
            <FormLink of={sweep} combination={best.parameters} className="button">
              Run it as a backtest
            </FormLink>
          </p>
        </>
      ) : (
        <Empty>
          No combination has enough trades to be judged. Require fewer trades, or take a longer range:{' '}
          <FormLink of={sweep} as="sweep">
            a new sweep like this
          </FormLink>
          .
        </Empty>
      )}
    </Card>
  );
}
