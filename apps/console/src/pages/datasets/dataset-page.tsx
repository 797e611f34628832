import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { ConfirmButton } from '../../components/confirm-button';
import { DownloadButton } from '../../components/download-button';
import { QueryView } from '../../components/query-view';
import { count } from '../../format/numbers';
import { UnknownRecord } from '../../layout/other-pages';
import { Card, Page } from '../../layout/page';
import { ColumnsCard, DatasetFigures, VersionsCard } from './dataset-cards';
import { DatasetChart } from './dataset-chart';
import { DatasetRows } from './dataset-rows';
import { DatasetUpload } from './dataset-upload';
import { type Dataset, DATASET, DATASETS, tradableColumns } from './datasets';

const route = getRouteApi('/console/datasets/$name');

/** A dataset by one of its versions, the newest unless the address names another one. */
export function DatasetPage() {
  const { name } = route.useParams();
  const { version } = route.useSearch();
  const dataset = useRead(
    DATASET,
    { params: { path: { name }, query: { version } } },
    { keepPrevious: true },
  );
  const [uploading, setUploading] = useState<'replace' | 'append'>();
  const [stored, setStored] = useState<Schemas['DatasetWriteRead']>();
  const navigate = useNavigate();
  if (dataset.error?.status === 404)
    return <UnknownRecord what="dataset" id={name} by="name" list="/console/datasets" />;
  const finish = (answer: Schemas['DatasetWriteRead']) => {
    setStored(answer);
    setUploading(undefined);
    // What was stored is the newest version.
    void navigate({ to: '/console/datasets/$name', params: { name }, replace: true });
  };
  const begin = (action: 'replace' | 'append') => () => {
    setStored(undefined);
    setUploading(action);
  };
  return (
    <Page
      title={`Dataset ${name}`}
      lead={<Link to="/console/datasets">All datasets</Link>}
      actions={
        <>
          <button type="button" className="button" onClick={begin('append')}>
            Append rows
          </button>
          <button type="button" className="button" onClick={begin('replace')}>
            New version
          </button>
          <DeleteDataset name={name} />
        </>
      }
    >
      <QueryView query={dataset}>
        {(record) => (
          <div className="stack">
            {stored && <Outcome stored={stored} />}
            {uploading && (
              <DatasetUpload
                key={uploading}
                action={uploading}
                dataset={record}
                onClose={() => setUploading(undefined)}
                onStored={finish}
              />
            )}
            <ShownVersion dataset={record} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function ShownVersion({ dataset }: { readonly dataset: Dataset }) {
  const { name, version } = dataset;
  return (
    <>
      <Card
        title={`Version ${count(version)}`}
        actions={
          <>
            <BacktestLink dataset={dataset} />
            <DownloadButton
              path={`${DATASETS}/${name}/rows?version=${version}`}
              fileName={`${name}-version-${version}.csv`}
            />
          </>
        }
      >
        <DatasetFigures dataset={dataset} />
      </Card>
      <div className="grid">
        <ColumnsCard dataset={dataset} />
        <VersionsCard dataset={dataset} />
      </div>
      <Card title="Chart">
        <DatasetChart key={version} dataset={dataset} />
      </Card>
      <Card title="Rows">
        <DatasetRows key={version} dataset={dataset} />
      </Card>
    </>
  );
}

/** To the form of a backtest that trades the version, where it has a column that can be traded. */
function BacktestLink({ dataset }: { readonly dataset: Dataset }) {
  const { name, version, versions } = dataset;
  const [first, ...others] = tradableColumns(dataset);
  if (!first) return null;
  const parameters = {
    dataset: name,
    ...(version !== versions[0]?.version && { version }),
    ...(others.length === 0 && { column: first.name }),
  };
  return (
    <Link
      className="button primary"
      to="/console/backtests/new"
      search={{ strategy_name: 'signals', parameters }}
    >
      Backtest its signals
    </Link>
  );
}

function DeleteDataset({ name }: { readonly name: string }) {
  const navigate = useNavigate();
  const remove = useSend(() => api.DELETE(DATASET, { params: { path: { name } } }), { changes: [DATASETS] });
  return (
    <ConfirmButton
      label="Delete"
      question={`The dataset ${name} will be lost with all of its versions. Completed runs keep their results, but cannot be verified any more.`}
      confirm="Delete the dataset"
      action={async () => {
        await remove.mutateAsync(undefined);
        await navigate({ to: '/console/datasets' });
      }}
    />
  );
}

function Outcome({ stored }: { readonly stored: Schemas['DatasetWriteRead'] }) {
  const { inserted, received, version } = stored;
  return (
    <p role="status" className="notice good">
      {inserted > 0
        ? `Version ${count(version)} is stored, with ${count(received)} ${received === 1 ? 'row' : 'rows'} of the file.`
        : `Version ${count(version)} has these rows already: nothing is stored.`}
    </p>
  );
}
