import { sign } from 'jsonwebtoken';
import { JWT_SECRET, SMA_CROSS } from './api-client';
import type { JobStage } from './job-stage';

/** Submits a backtest with the token of a subject, as request `<subject>-<index>`, and answers its id. */
export async function submitAs(stage: JobStage, subject: string, index: number): Promise<number> {
  const [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
  const response = await fetch(`${url}/api/v1/backtesting`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sign({ sub: subject }, JWT_SECRET)}`,
      'content-type': 'application/json',
      'x-request-id': `${subject}-${index}`,
    },
    body: JSON.stringify(SMA_CROSS),
  });
  if (response.status !== 202)
    throw new Error(`submission answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}
