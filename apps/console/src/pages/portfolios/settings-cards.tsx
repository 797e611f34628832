import { Card } from '../../layout/page';
import { ExecutionCard } from '../backtests/execution/execution-settings';
import { MemberTable } from '../universes/member-table';
import { currencyOf, type PartProps } from './portfolio';

/** What was requested, with its defaults once the run is completed. */
export function SettingsCards({ run }: PartProps) {
  const { resolved, requested, execution, members } = run;
  const { execution: resolvedExecution, ...allocation } = resolved ?? { ...requested, execution: undefined };
  return (
    <>
      <Card title={resolved ? 'Allocation, with its defaults' : 'Allocation as requested'}>
        <pre tabIndex={0} aria-label="Allocation" style={{ overflow: 'auto', maxBlockSize: '24rem' }}>
          {JSON.stringify(present(allocation), null, 2)}
        </pre>
        <details>
          <summary>As requested</summary>
          <pre>{JSON.stringify({ ...present(requested), execution }, null, 2)}</pre>
        </details>
      </Card>
      {resolvedExecution && <ExecutionCard execution={resolvedExecution} currency={currencyOf(run)} />}
      <Card title="Members">
        <MemberTable caption="The series, as they were when the run was submitted" members={members} />
      </Card>
    </>
  );
}

/** Without what is of another kind of allocation. */
const present = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
