import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readOptions, useRead, type Schemas } from '../../api/hooks';
import { DownloadButton } from '../../components/download-button';
import { MEASURES } from '../../components/measures';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import { runKey, runText } from '../../components/run-link';
import type { Column } from '../../components/table';
import { useTimes } from '../../format/times';
import { CheckField } from '../../forms/inputs';
import { Card, Page } from '../../layout/page';
import { FIRST_MEASURES, RUN_MEASURES, runColumns, type RunMeasure } from './run-columns';
import { RunFilterForm } from './run-filter-form';
import { csvPath, type Run, type RunListSearch, sortingOf } from './run-list';
import { SelectedRuns } from './selected-runs';

const PAGE_SIZE = 100;

/** All runs: found, sorted, tagged, compared and deleted. */
export function RunsPage() {
  const search = useSearch({ from: '/console/runs' });
  const [measures, setMeasures] = useState(FIRST_MEASURES);
  const [selected, setSelected] = useState<readonly Run[]>([]);
  const { error } = useRead('/api/v1/backtesting/runs', pageInit(search, 1));
  return (
    <Page
      title="Runs"
      lead="Backtests, sweeps, walk-forwards and portfolio runs together."
      actions={
        <>
          <Link className="button" to="/console/backtests/new">
            New backtest
          </Link>
          <DownloadButton path={csvPath(search)} fileName="runs.csv" />
        </>
      }
    >
      <div className="stack">
        <Card title="Filter">
          <RunFilterForm search={search} problem={error} />
          <MeasureChoice chosen={measures} onChange={setMeasures} />
        </Card>
        <Card title="List">
          <div className="stack">
            <SelectedRuns runs={selected} onDone={setSelected} />
            <RunTable search={search} measures={measures} selected={selected} onSelect={setSelected} />
          </div>
        </Card>
      </div>
    </Page>
  );
}

const pageInit = (search: RunListSearch, page: number) => ({
  // The service checks the values that an address may have, and says what is allowed.
  params: { query: { ...search, page, size: PAGE_SIZE } as { sort?: Schemas['RunSort'] } },
});

interface RunTableProps {
  readonly search: RunListSearch;
  readonly measures: readonly RunMeasure[];
  readonly selected: readonly Run[];
  readonly onSelect: (runs: readonly Run[]) => void;
}

function RunTable({ search, measures, selected, onSelect }: RunTableProps) {
  const times = useTimes();
  const navigate = useNavigate({ from: '/console/runs' });
  const isSelected = (run: Run) => selected.some((one) => runKey(one) === runKey(run));
  const toggle = (run: Run) =>
    onSelect(isSelected(run) ? selected.filter((one) => runKey(one) !== runKey(run)) : [...selected, run]);
  const selection: Column<Run> = {
    key: 'selected',
    title: <span className="visually-hidden">Selected</span>,
    cell: (run) => (
      <input
        type="checkbox"
        aria-label={`Select ${runText(run)}`}
        checked={isSelected(run)}
        onChange={() => toggle(run)}
      />
    ),
  };
  const shown = [...new Set([...measures, ...sortedMeasure(search)])];
  return (
    <PagedTable<Run>
      caption="Runs"
      columns={[selection, ...runColumns(times, shown)]}
      page={(page) => readOptions('/api/v1/backtesting/runs', pageInit(search, page))}
      pageSize={PAGE_SIZE}
      rowKey={runKey}
      sorting={sortingOf(search)}
      onSort={({ by, order }) => void navigate({ search: (before) => ({ ...before, sort: by, order }) })}
      isChosen={isSelected}
      height={560}
      empty={
        <Empty>
          No run fits. <Link to="/console/backtests/new">Submit a backtest</Link>, or clear the filter.
        </Empty>
      }
    />
  );
}

/** The measure that the list is sorted by has a column, chosen or not. */
const sortedMeasure = ({ sort }: RunListSearch): RunMeasure[] =>
  sort !== undefined && sort !== 'created_at' && sort in MEASURES ? [sort as RunMeasure] : [];

interface MeasureChoiceProps {
  readonly chosen: readonly RunMeasure[];
  readonly onChange: (chosen: readonly RunMeasure[]) => void;
}

function MeasureChoice({ chosen, onChange }: MeasureChoiceProps) {
  return (
    <details>
      <summary>Columns: {chosen.map((name) => MEASURES[name].title).join(', ')}</summary>
      <div className="fields">
        {RUN_MEASURES.map((name) => (
          <CheckField
            key={name}
            label={MEASURES[name].title}
            checked={chosen.includes(name)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
        ))}
      </div>
    </details>
  );
}
