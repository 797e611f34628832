// API=http://127.0.0.1:8003/api/v1 TOKEN=… node --require esbuild-register examples/send-fills.ts <file of NDJSON>
// Sends fills, a hundred at a time, until each is stored or refused. Sending one again does no harm: a fill counts once.

import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

interface Outcome {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly errors: readonly {
    readonly line: number;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  }[];
}

const { API = 'http://127.0.0.1:8003/api/v1', TOKEN = '' } = process.env;
const FILLS_AT_A_TIME = 100;
const PAUSE_MILLISECONDS = 1_000;

async function send(lines: readonly string[]): Promise<Outcome> {
  for (;;) {
    try {
      const response = await fetch(`${API}/trade-journal/fills`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      });
      if (response.ok) return (await response.json()) as Outcome;
      // 429 and 503 pass; an expired token or a wrong body do not.
      if (![429, 503].includes(response.status)) {
        console.error(await response.text());
        process.exit(1);
      }
    } catch (error) {
      console.error(String(error));
    }
    await delay(PAUSE_MILLISECONDS);
  }
}

async function main(): Promise<void> {
  const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
  for (let start = 0; start < lines.length; start += FILLS_AT_A_TIME) {
    const { inserted, updated, unchanged, errors } = await send(lines.slice(start, start + FILLS_AT_A_TIME));
    console.log(`${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${errors.length} refused`);
    for (const { line, errors: problems } of errors) {
      console.error(
        `line ${start + line}: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}`,
      );
    }
  }
}

void main();
