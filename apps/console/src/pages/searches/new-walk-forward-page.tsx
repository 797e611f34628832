import { useSearch } from '@tanstack/react-router';
import { RunFormPage } from '../submit/run-form-page';
import { SearchFields, WindowFields } from '../submit/search-fields';

export function NewWalkForwardPage() {
  return (
    <RunFormPage
      kind="walk-forward"
      search={useSearch({ from: '/console/walk-forwards/new' })}
      title="New walk-forward"
      lead="Parameters are chosen on one window and tested on the next, again and again: what a search would have earned out of sample."
      submit="Run the walk-forward"
      further={(form) => (
        <>
          <WindowFields form={form} />
          <SearchFields form={form} />
        </>
      )}
    />
  );
}
