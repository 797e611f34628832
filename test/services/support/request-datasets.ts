import type { ExampleAnswers } from './example-answers';

const DATASET = '/api/v1/datasets/model';
const TEMPLATE = '/api/v1/datasets/{name}';
const CSV = { 'content-type': 'text/csv' };

/** A dataset of a few rows, and what is read of it. */
export async function requestDatasets(answers: ExampleAnswers): Promise<void> {
  const rows = 'time,target,label\n2000-01-03,0.5,calm\n2000-01-04,-1,wild\n';
  await answers.put(`${DATASET}?interval=1d`, rows, TEMPLATE, CSV);
  await answers.put(`${DATASET}?interval=1d`, `${rows}2000-01-05,1,calm\n`, TEMPLATE, CSV);
  await answers.patch(DATASET, 'time,target,label\n2000-01-06,0,\n', TEMPLATE, CSV);
  await answers.get(DATASET, TEMPLATE);
  await answers.get(`${DATASET}/rows?size=2`, `${TEMPLATE}/rows`);
  await answers.get('/api/v1/datasets');
}
