import { useState } from 'react';
import { api } from '../api/client';
import { useRead, useSend, type Schemas } from '../api/hooks';
import { Card } from '../layout/page';
import { ProblemNotice } from './problem-notice';

type Outcome = Omit<Schemas['BacktestVerificationRead'], 'metrics'>;
type Answer = Outcome | Schemas['VerificationUnderWay'];
type Kind = Schemas['RunKind'];

const PATHS = {
  backtest: { path: '/api/v1/backtesting/{b_id}/verify', parameter: 'b_id' },
  sweep: { path: '/api/v1/backtesting/sweep/{s_id}/verify', parameter: 's_id' },
  'walk-forward': { path: '/api/v1/backtesting/walk-forward/{w_id}/verify', parameter: 'w_id' },
  portfolio: { path: '/api/v1/backtesting/portfolio/{p_id}/verify', parameter: 'p_id' },
} as const;

/** Their answers differ in figures that are not shown here. */
const readPathOf = (kind: Kind) => PATHS[kind].path as (typeof PATHS)['backtest']['path'];
const paramsOf = (kind: Kind, id: number) => ({
  path: { [PATHS[kind].parameter]: id } as unknown as { b_id: number },
});

const POLL_MILLISECONDS = 1_000;

const CHANGES: Readonly<Record<Outcome['changed'][number], string>> = {
  candles: 'the candles were corrected since',
  funding: 'the funding rates are others now',
  benchmark: 'the candles or funding rates of the benchmark are others now',
  data: 'the other data that the strategy reads are others now',
  configuration: 'the configuration is resolved to other settings now',
  results: 'figures, trades or equity are others',
  record: 'a client edited the figures of the record',
  engine_version: 'the run is of another engine version',
};

const isOutcome = (answer: Answer | undefined): answer is Outcome =>
  answer !== undefined && 'identical' in answer;

interface VerifyCardProps {
  readonly kind: Kind;
  readonly id: number;
}

/** Runs it again on the data of today, and says whether it comes to the same. */
export function VerifyCard({ kind, id }: VerifyCardProps) {
  const [started, setStarted] = useState(false);
  const path = readPathOf(kind);
  const params = paramsOf(kind, id);
  const verify = useSend(() => api.POST(path, { params }), { onSuccess: () => setStarted(true) });
  // The request waits up to 30 s; a verification that takes longer is read until it is over.
  const longer = started && !isOutcome(verify.data);
  const later = useRead(
    path,
    { params },
    { enabled: longer, refetchInterval: (former) => (isOutcome(former) ? false : POLL_MILLISECONDS) },
  );
  const answer: Answer | undefined = longer ? later.data : verify.data;
  const underWay = verify.isPending || (longer && !isOutcome(later.data) && !later.error);
  const problem = verify.error ?? later.error;
  return (
    <Card title="Verify">
      <p>
        The {kind} is run again on the candles, funding and settings of today. Nothing of this run is changed.
      </p>
      <button
        type="button"
        className="button primary"
        disabled={underWay}
        onClick={() => {
          setStarted(false);
          verify.mutate();
        }}
      >
        {isOutcome(answer) ? 'Verify again' : 'Verify'}
      </button>
      <div role="status" style={{ marginBlockStart: '0.75rem' }}>
        {underWay && (
          <>
            <p>The {kind} is run again …</p>
            <progress className="progress" aria-label="Verification under way" />
          </>
        )}
        {!underWay && isOutcome(answer) && <VerificationOutcome outcome={answer} />}
      </div>
      {problem && <ProblemNotice problem={problem} />}
    </Card>
  );
}

function VerificationOutcome({ outcome }: { readonly outcome: Outcome }) {
  const { identical, changed, detail } = outcome;
  if (identical)
    return (
      <p className="notice good">
        <strong>Identical.</strong> Fingerprint, figures, trades and equity are the same to the last byte.
      </p>
    );
  return (
    <div className={`notice ${identical === null ? 'warn' : 'bad'}`}>
      <p>
        <strong>{identical === null ? 'Not compared.' : 'Not identical.'}</strong> {detail}
      </p>
      {changed.length > 0 && (
        <ul>
          {changed.map((change) => (
            <li key={change}>{CHANGES[change]}</li>
          ))}
        </ul>
      )}
      {identical === false && <p>Submit the run again for figures of today&apos;s data.</p>}
    </div>
  );
}
