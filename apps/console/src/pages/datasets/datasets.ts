import { useRead, type Schemas } from '../../api/hooks';

export const DATASETS = '/api/v1/datasets';
export const DATASET = '/api/v1/datasets/{name}';

export type Dataset = Schemas['DatasetRead'];

/** Of a page of datasets. */
const MOST_DATASETS = 1_000;

/** The datasets that are stored, each by its newest version. */
export function useStoredDatasets() {
  return useRead(DATASETS, { params: { query: { size: MOST_DATASETS } } });
}

/** From when a row of it counts. */
export const knownText = ({
  interval,
  available_at_column: column,
}: Pick<Dataset, 'interval' | 'available_at_column'>): string =>
  interval === null ? `at the time in ${column}` : `at the close of its ${interval} bar`;

/** The columns that the strategy signals can trade. */
export const tradableColumns = ({ columns }: Dataset) =>
  columns.filter(({ type }) => type === 'number' || type === 'flag');
