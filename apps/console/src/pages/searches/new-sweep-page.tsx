import { useSearch } from '@tanstack/react-router';
import { RunFormPage } from '../submit/run-form-page';
import { SearchFields } from '../submit/search-fields';

export function NewSweepPage() {
  return (
    <RunFormPage
      kind="sweep"
      search={useSearch({ from: '/console/sweeps/new' })}
      title="New sweep"
      lead="All combinations of parameters over one range: where a strategy is good, and whether that is a plateau or one lucky cell."
      submit="Run the sweep"
      further={(form) => <SearchFields form={form} />}
    />
  );
}
