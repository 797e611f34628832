import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { count } from '../../format/numbers';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import type { StoredSeries } from '../../forms/series-picker';
import { Card } from '../../layout/page';
import { MembersField } from '../universes/members-field';
import { useStoredUniverses } from '../universes/universes';
import type { Mode } from './portfolio-draft';
import type { PortfolioForm } from './use-portfolio-form';

interface UniverseFieldsProps {
  readonly form: PortfolioForm;
  readonly stored: readonly StoredSeries[];
}

/** What is run, of which series, and over which range. */
export function UniverseFields({ form: { draft, change, problem }, stored }: UniverseFieldsProps) {
  const { data } = useStoredUniverses();
  const names = data?.items ?? [];
  const intervals = [...new Set([draft.interval, ...stored.map(({ interval }) => interval)])];
  const error = (field: string) => fieldError(problem, field);
  const isUnknown = draft.universe !== '' && !names.some(({ name }) => name === draft.universe);
  return (
    <Card title="Universe and range" wide>
      <div className="form">
        <div className="fields">
          <ChoiceField
            label="What to run"
            value={draft.mode}
            onChange={(mode) => change({ mode: mode as Mode })}
            options={[
              { value: 'run', label: 'one portfolio run' },
              { value: 'sweep', label: 'a sweep of its settings' },
              { value: 'walk-forward', label: 'a walk-forward over its settings' },
            ]}
          />
          <ChoiceField
            label="Universe"
            value={draft.universe}
            onChange={(universe) => change({ universe })}
            error={draft.universe === '' ? undefined : error('universe')}
            hint={
              <>
                The run copies its members; see <Link to="/console/universes">universes</Link>
              </>
            }
            options={[
              { value: '', label: 'members listed here' },
              ...(isUnknown ? [draft.universe] : []),
              ...names.map(({ name, member_count: members }) => ({
                value: name,
                label: `${name}: ${count(members)} members`,
              })),
            ]}
          />
          <ChoiceField
            label="Interval"
            value={draft.interval}
            onChange={(interval) => change({ interval: interval as Schemas['Interval'] })}
            error={error('interval')}
            options={intervals}
          />
          <TextField
            label="First day"
            kind="date"
            hint="UTC, inclusive"
            required
            value={draft.start}
            error={error('start_date')}
            onChange={(start) => change({ start })}
          />
          <TextField
            label="Last day"
            kind="date"
            hint="UTC, inclusive"
            required
            value={draft.end}
            error={error('end_date')}
            onChange={(end) => change({ end })}
          />
        </div>
        {draft.universe === '' && (
          <MembersField
            text={draft.members}
            onChange={(members) => change({ members })}
            problem={problem}
            field="universe"
          />
        )}
      </div>
    </Card>
  );
}
