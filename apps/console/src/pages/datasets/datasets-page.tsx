import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readOptions, type Schemas } from '../../api/hooks';
import { CopyButton } from '../../components/copy-button';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { DatasetUpload } from './dataset-upload';
import { DATASETS, knownText } from './datasets';

const SIZE = 50;

/** Tables of columns of one's own, which backtests trade. */
export function DatasetsPage() {
  const [writing, setWriting] = useState(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Datasets"
      lead="Columns of your own by time, or by time and symbol: what a model said, or a vendor’s data. Backtests trade them."
      actions={
        !writing && (
          <button type="button" className="button primary" onClick={() => setWriting(true)}>
            New dataset
          </button>
        )
      }
    >
      <div className="stack">
        {writing && (
          <DatasetUpload
            action="create"
            onClose={() => setWriting(false)}
            onStored={({ name }) => void navigate({ to: '/console/datasets/$name', params: { name } })}
          />
        )}
        <Card title="List">
          <DatasetTable />
        </Card>
      </div>
    </Page>
  );
}

function DatasetTable() {
  const times = useTimes();
  return (
    <PagedTable<Schemas['DatasetSummaryRead']>
      caption="Datasets, newest first"
      columns={[
        {
          key: 'name',
          title: 'Dataset',
          nowrap: true,
          cell: ({ name }) => (
            <Link to="/console/datasets/$name" params={{ name }}>
              {name}
            </Link>
          ),
        },
        { key: 'version', title: 'Version', number: true, cell: ({ version }) => count(version) },
        { key: 'rows', title: 'Rows', number: true, cell: (each) => count(each.row_count) },
        { key: 'columns', title: 'Columns', number: true, cell: (each) => count(each.column_count) },
        { key: 'symbols', title: 'Symbols', number: true, cell: (each) => count(each.symbol_count) },
        {
          key: 'range',
          title: `Range (${times.zone})`,
          nowrap: true,
          cell: ({ start, end }) => `${times.date(start)} to ${times.date(end)}`,
        },
        { key: 'known', title: 'A row is known', nowrap: true, cell: knownText },
        {
          key: 'created',
          title: `Stored (${times.zone})`,
          nowrap: true,
          cell: ({ created_at: at }) => times.minute(at),
        },
      ]}
      page={(page) => readOptions(DATASETS, { params: { query: { page, size: SIZE } } })}
      pageSize={SIZE}
      rowKey={({ name }) => name}
      empty={<NoDatasets />}
    />
  );
}

/** What to do where nothing is stored yet: by the page, or by a command. */
function NoDatasets() {
  const command = [
    `curl -X PUT '${location.origin}${DATASETS}/model?interval=1d' \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    "  -H 'Content-Type: text/csv' -T model.csv",
  ].join('\n');
  return (
    <Empty>
      <div className="stack">
        <p>
          No dataset is stored yet. Upload a CSV with a column <code>time</code> here, or from a shell, whose
          variable <code>TOKEN</code> holds the token:
        </p>
        <pre tabIndex={0} aria-label="The command that uploads a dataset">
          {command}
        </pre>
        <div className="row">
          <CopyButton text={command} label="Copy the command" />
        </div>
      </div>
    </Empty>
  );
}
