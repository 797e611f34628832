import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import type { ExampleAnswers } from './example-answers';

const DEAD_LETTERS = '/api/v1/events/dead-letters';

/** One to discard, and one to replay: what was wrong with it is repaired. */
export async function requestDeadLetters(answers: ExampleAnswers, stage: JobStage): Promise<void> {
  const fill = {
    fill_id: 'replayed',
    account: 'replays',
    exchange: 'us',
    symbol: 'SPX',
    side: 'buy',
    price: '4700',
    quantity: '1',
    time: '2024-01-02T15:00:00Z',
  };
  await stage.query(
    `insert into dead_letters (kind, subject, stream, sequence, sent_at, deliveries, content, headers, reason)
     select 'fill', 'trading.fill.replays', 'TRADING', number, '2024-01-02T15:00:01Z', 5, convert_to($1, 'UTF8'),
       '{"Nats-Msg-Id": ["replayed"]}', '[{"field": "message", "message": "could not be stored: deadlock detected"}]'
     from generate_series(1, 2) as number`,
    [JSON.stringify(fill)],
  );
  const { items } = await answers.get<{ items: { id: number }[] }>(DEAD_LETTERS);
  const [discarded, replayed] = items.map(({ id }) => `${DEAD_LETTERS}/${id}`);
  await answers.get(replayed, `${DEAD_LETTERS}/{id}`);
  await answers.post(`${replayed}/replay`, {}, {}, `${DEAD_LETTERS}/{id}/replay`);
  await answers.post(`${discarded}/discard`, undefined, {}, `${DEAD_LETTERS}/{id}/discard`);
}
