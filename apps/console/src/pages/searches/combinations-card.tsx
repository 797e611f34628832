import { useMemo, useState } from 'react';
import type { Schemas } from '../../api/hooks';
import { MEASURES } from '../../components/measures';
import { type Column, type Sorting, Table } from '../../components/table';
import { count } from '../../format/numbers';
import { type Parameters, parametersText } from '../../format/parameters';
import { Card } from '../../layout/page';
import { scoreText } from './score-text';
import { FormLink } from './form-link';
import { type Sweep, variedParameters } from './search';

type Combination = Schemas['CombinationRead'];
type Figure = (typeof FIGURES)[number];

const FIGURES = ['total_return', 'sharpe_ratio', 'max_drawdown', 'trades'] as const;
/** More are no help, and no quick page. */
const MOST_ROWS = 20;

interface CombinationsCardProps {
  readonly sweep: Sweep;
  readonly chosen: Parameters | undefined;
  readonly onChoose: (parameters: Parameters) => void;
}

/** The first of all combinations in the order of a figure, with the way from each to its backtest. */
export function CombinationsCard({ sweep, chosen, onChoose }: CombinationsCardProps) {
  const { combinations = [] } = sweep;
  const [sorting, setSorting] = useState<Sorting>({ by: 'score', order: 'desc' });
  const rows = useMemo(() => sorted(combinations, sorting).slice(0, MOST_ROWS), [combinations, sorting]);
  const columns: Column<Combination>[] = [
    ...variedParameters(sweep).map((name) => ({
      key: name,
      title: <code>{name}</code>,
      number: true,
      cell: ({ parameters }: Combination) => parameters[name],
    })),
    {
      key: 'score',
      title: `Score: ${MEASURES[sweep.objective].title}`,
      number: true,
      sortable: true,
      cell: ({ score }) => scoreText(sweep.objective, score),
    },
    ...FIGURES.map((name: Figure) => ({
      key: name,
      title: MEASURES[name].title,
      number: true,
      sortable: true,
      cell: (row: Combination) => MEASURES[name].format(row[name]),
    })),
    {
      key: 'mark',
      title: 'In the heat map',
      cell: ({ parameters }) => (
        <button
          type="button"
          className="button"
          onClick={() => onChoose(parameters)}
          aria-label={`Mark ${parametersText(parameters)} in the heat map`}
        >
          Mark
        </button>
      ),
    },
    {
      key: 'backtest',
      title: 'Backtest',
      cell: ({ parameters }) => (
        <FormLink
          of={sweep}
          combination={parameters}
          label={`Run it as a backtest: ${parametersText(parameters)}`}
        >
          Run it
        </FormLink>
      ),
    },
  ];
  return (
    <Card title="Combinations" wide>
      <Table
        caption={`${count(rows.length)} of ${count(combinations.length)} combinations`}
        columns={columns}
        rows={rows}
        rowKey={({ parameters }) => parametersText(parameters)}
        sorting={sorting}
        onSort={setSorting}
        isChosen={({ parameters }) =>
          chosen !== undefined && parametersText(parameters) === parametersText(chosen)
        }
      />
    </Card>
  );
}

/** Those without the figure are last. */
function sorted(rows: readonly Combination[], { by, order }: Sorting): Combination[] {
  const figure = (row: Combination) => row[by as Figure | 'score'];
  const sign = order === 'desc' ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [figure(one), figure(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * Math.sign(a - b);
  });
}
