import { useSearch } from '@tanstack/react-router';
import { RunFormPage } from '../submit/run-form-page';

export function NewBacktestPage() {
  return (
    <RunFormPage
      kind="backtest"
      search={useSearch({ from: '/console/backtests/new' })}
      title="New backtest"
      lead="One strategy with one set of parameters, over one range of a series."
      submit="Run the backtest"
    />
  );
}
