import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Figures } from '../../components/figures';
import { Table } from '../../components/table';
import { count, exact } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { type Dataset, knownText } from './datasets';

interface DatasetProps {
  readonly dataset: Dataset;
}

export function DatasetFigures({ dataset }: DatasetProps) {
  const times = useTimes();
  const { row_count, column_count, symbol_count, start, end, created_at } = dataset;
  return (
    <>
      <Figures
        figures={[
          { label: 'Rows', value: count(row_count) },
          { label: 'Columns', value: count(column_count), note: 'beside time and symbol' },
          ...(symbol_count === null ? [] : [{ label: 'Symbols', value: count(symbol_count) }]),
          { label: 'First row', value: times.date(start), note: times.time(start) },
          { label: 'Last row', value: times.date(end), note: times.time(end) },
          { label: 'A row is known', value: knownText(dataset) },
          { label: 'Stored', value: times.date(created_at), note: times.time(created_at) },
        ]}
      />
      <p className="quiet" style={{ overflowWrap: 'anywhere', marginBlockEnd: 0 }}>
        SHA-256 <code>{dataset.content_sha256}</code>
      </p>
    </>
  );
}

type ColumnRead = Dataset['columns'][number];

export function ColumnsCard({ dataset: { columns } }: DatasetProps) {
  const times = useTimes();
  const end = (number: ColumnRead['minimum'], time: ColumnRead['start']) =>
    time === null ? exact(number) : times.time(time);
  return (
    <Card title="Columns">
      <Limited>
        <Table
          caption="Columns beside time and symbol, in the sequence of the file"
          columns={[
            { key: 'name', title: 'Column', cell: ({ name }) => name },
            { key: 'type', title: 'Type', cell: ({ type }) => type },
            { key: 'nulls', title: 'No value', number: true, cell: ({ nulls }) => count(nulls) },
            {
              key: 'minimum',
              title: 'Smallest',
              number: true,
              cell: ({ minimum, start }) => end(minimum, start),
            },
            {
              key: 'maximum',
              title: 'Largest',
              number: true,
              cell: ({ maximum, end: last }) => end(maximum, last),
            },
          ]}
          rows={columns}
          rowKey={({ name }) => name}
        />
      </Limited>
    </Card>
  );
}

export function VersionsCard({ dataset: { name, version: shown, versions } }: DatasetProps) {
  const times = useTimes();
  return (
    <Card title="Versions">
      <Limited>
        <Table
          caption="All versions, newest first"
          columns={[
            {
              key: 'version',
              title: 'Version',
              number: true,
              cell: ({ version }) => (
                <Link
                  to="/console/datasets/$name"
                  params={{ name }}
                  search={{ version }}
                  aria-label={`Version ${version}`}
                  aria-current={version === shown ? 'true' : undefined}
                >
                  {count(version)}
                </Link>
              ),
            },
            { key: 'rows', title: 'Rows', number: true, cell: (each) => count(each.row_count) },
            { key: 'end', title: 'Last row', nowrap: true, cell: ({ end }) => times.minute(end) },
            {
              key: 'created',
              title: `Stored (${times.zone})`,
              nowrap: true,
              cell: ({ created_at: at }) => times.minute(at),
            },
            {
              key: 'hash',
              title: 'SHA-256',
              cell: ({ content_sha256: hash }) => <code>{hash.slice(0, 12)}…</code>,
            },
          ]}
          rows={versions}
          rowKey={({ version }) => version}
          isChosen={({ version }) => version === shown}
        />
      </Limited>
    </Card>
  );
}

function Limited({ children }: { readonly children: ReactNode }) {
  return (
    <div className="scroll" style={{ maxBlockSize: '24rem' }}>
      {children}
    </div>
  );
}
