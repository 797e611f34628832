import { type EventDeclaration, ONE_EACH } from './event-declaration';
import { integer, text, time } from './event-fields';

const FIELDS = {
  id: integer('Identifier of the dataset', 1),
  name: text('Name of the dataset', 64),
  version: integer('Number of the version, 1 for the first', 1),
  content_sha256: text('SHA-256 of its names, types and values, as hexadecimal digits'),
  row_count: integer('Rows of the version', 1),
  column_count: integer('Columns beside time and symbol', 1),
  start: time('Earliest time of a row'),
  end: time('Latest time of a row'),
  created_at: time('When the version was stored'),
};

export const DATASET_STORED = {
  version: 1,
  scope: 'resource',
  identity: ({ id, version }: { id: number; version: number }) => [id, version],
  unfold: ONE_EACH,
  title: 'Dataset stored',
  summary: 'A new version of a dataset is stored, by PUT or by PATCH.',
  resource: 'datasets',
  fields: FIELDS,
  example: {
    id: 3,
    name: 'model',
    version: 2,
    content_sha256: '5f0c26a1b8c6b8f0f5d0a6b4b5d1f0e5c3a7f0b2c9d8e7f6a5b4c3d2e1f0a9b8',
    row_count: 5105,
    column_count: 2,
    start: '2000-01-03T00:00:00Z',
    end: '2020-04-17T00:00:00Z',
    created_at: '2024-01-02T09:30:00Z',
  },
} as const satisfies EventDeclaration<typeof FIELDS>;
