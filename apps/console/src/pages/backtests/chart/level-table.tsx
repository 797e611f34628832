import { QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { count, exact } from '../../../format/numbers';
import type { useTradeLevels } from './chart-data';
import { levelsOf } from './trade-levels';

interface LevelTableProps {
  readonly query: ReturnType<typeof useTradeLevels>;
  readonly number: number;
  readonly currency: string | undefined;
}

/** The lines of the chosen trade as a table. */
export function LevelTable({ query, number, currency }: LevelTableProps) {
  return (
    <QueryView query={query}>
      {(read) => (
        <Table
          caption={`Prices of trade ${count(number)}${currency === undefined ? '' : `, ${currency}`}`}
          columns={[
            { key: 'title', title: 'Line', cell: ({ title }) => title },
            { key: 'price', title: 'Price', number: true, cell: ({ price }) => exact(price) },
          ]}
          rows={levelsOf(read)}
          rowKey={({ title }) => title}
        />
      )}
    </QueryView>
  );
}
