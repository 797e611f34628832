import { writeFileSync } from 'node:fs';
import { buildAsyncApiDocument } from './asyncapi-document';

/** Writes the AsyncAPI document to the file named on the command line. */
writeFileSync(process.argv[2] ?? 'asyncapi.json', `${JSON.stringify(buildAsyncApiDocument(), null, 2)}\n`);
