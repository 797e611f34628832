import { type Schemas, useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { exact } from '../../format/numbers';
import { Card } from '../../layout/page';

type Actions = Schemas['EquityActionsRead'];

/** Splits and dividends of a symbol, and the factors that follow from them. */
export function EquityActions({ symbol }: { readonly symbol: string }) {
  const query = useRead('/api/v1/equities/symbols/{symbol}/actions', { params: { path: { symbol } } });
  return (
    <Card title={`Splits and dividends of ${symbol}`}>
      <QueryView
        query={query}
        isEmpty={({ splits, dividends, implied, factors }) =>
          splits.length + dividends.length + implied.length + factors.length === 0
        }
        empty={<Empty>The provider reported no split and no dividend of {symbol}.</Empty>}
      >
        {(actions) => <ActionTables actions={actions} />}
      </QueryView>
    </Card>
  );
}

const EX_DATE = { key: 'ex_date', title: 'Ex-date', nowrap: true } as const;

const SPLITS: readonly Column<Actions['splits'][number]>[] = [
  { ...EX_DATE, cell: (split) => split.ex_date },
  { key: 'after', title: 'Shares after', number: true, cell: ({ numerator }) => exact(numerator) },
  { key: 'before', title: 'for shares before', number: true, cell: ({ denominator }) => exact(denominator) },
];

const DIVIDENDS: readonly Column<Actions['dividends'][number]>[] = [
  { ...EX_DATE, cell: (dividend) => dividend.ex_date },
  { key: 'amount', title: 'USD per share', number: true, cell: ({ amount }) => exact(amount) },
];

const IMPLIED: readonly Column<Actions['implied'][number]>[] = [
  { ...EX_DATE, cell: (change) => change.ex_date },
  { key: 'factor', title: 'Factor of prices before', number: true, cell: ({ factor }) => exact(factor) },
];

const FACTORS: readonly Column<Actions['factors'][number]>[] = [
  { ...EX_DATE, cell: (factors) => factors.ex_date },
  { key: 'split', title: 'Split factor', number: true, cell: (factors) => exact(factors.split_factor) },
  {
    key: 'total_return',
    title: 'Total return factor',
    number: true,
    cell: (factors) => exact(factors.total_return_factor),
  },
];

function ActionTables({ actions: { splits, dividends, implied, factors } }: { readonly actions: Actions }) {
  return (
    <div className="grid">
      <Part
        title="Splits"
        rows={splits}
        columns={SPLITS}
        caption="Shares after for shares before, oldest first"
      />
      <Part
        title="Dividends"
        rows={dividends}
        columns={DIVIDENDS}
        caption="Cash per share, adjusted for the splits since, oldest first"
      />
      <Part
        title="Implied"
        rows={implied}
        columns={IMPLIED}
        caption="Changes of the provider's price scale that no split explains; the stored history was rewritten by them"
      />
      <Part
        title="Factors"
        rows={factors}
        columns={FACTORS}
        caption="What prices before the ex-date are multiplied by: traded prices for splits, stored prices for dividends"
      />
    </div>
  );
}

interface PartProps<Row> {
  readonly title: string;
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

function Part<Row extends { readonly ex_date: string }>({ title, caption, rows, columns }: PartProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <Table caption={caption} columns={columns} rows={rows} rowKey={({ ex_date: date }) => date} />
    </section>
  );
}
