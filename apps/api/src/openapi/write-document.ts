import { writeFileSync } from 'node:fs';
import { createApi } from '../create-api';
import { buildDocument } from './documentation';

/** Writes the OpenAPI document to the file named on the command line. */
async function main(file: string): Promise<void> {
  const app = await createApi();
  writeFileSync(file, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
  await app.close();
}

void main(process.argv[2] ?? 'openapi.json');
