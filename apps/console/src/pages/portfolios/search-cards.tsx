import { TextAreaField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { SearchFields, WindowFields } from '../submit/search-fields';
import type { PortfolioForm } from './use-portfolio-form';

/** Of a search: the values to try, what is searched for, and how the range is cut. */
export function SearchCards({ form }: { readonly form: PortfolioForm }) {
  const { draft, change, problem } = form;
  if (draft.mode === 'run') return null;
  const refused = problem?.errors.filter(({ field }) => field.startsWith('param_grid')) ?? [];
  return (
    <>
      <Card title="Values to try">
        <TextAreaField
          label="Settings and their values"
          value={draft.grid}
          rows={5}
          onChange={(grid) => change({ grid })}
          hint={
            <>
              One setting a line, by its path in the request: <code>weights.lookback: 60, 120</code> or{' '}
              <code>ranking.top: 2 to 10 step 2</code>. Blank: what matters most of this allocation.
            </>
          }
          error={
            refused.length > 0
              ? refused.map(({ field, message }) => `${field} ${message}`).join('; ')
              : undefined
          }
        />
      </Card>
      <SearchFields form={form.run} />
      {draft.mode === 'walk-forward' && <WindowFields form={form.run} />}
    </>
  );
}
