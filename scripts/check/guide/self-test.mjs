// The comparison of answers sees what it must see: a check that accepts everything would pass for ever.
import { differenceOf } from './answers.mjs';
import { readCommands } from './page.mjs';

const json = (text) => ({ language: 'json', text });
const text = (shown) => ({ language: 'text', text: shown });

const ACCEPTED = [
  [json('{"a": 1}'), '{"a":1}\n'],
  [json('{"a": 1, "…": "…"}'), '{"a":1,"b":2}'],
  [json('{"id": 7, "created_at": "2026-01-01T00:00:00Z"}'), '{"id":8,"created_at":"2026-02-02T00:00:00Z"}'],
  [json('{"inserted": 2, "unchanged": 0}'), '{"inserted":0,"unchanged":2}'],
  [json('[1, "…", 9]'), '[1,2,3,9]'],
  [json('["…", {"a": 1}, "…"]'), '[{"a":0},{"a":1},{"a":2}]'],
  [json('["…", 1, 2, "…"]'), '[1,2]'],
  [json('{"a": "one … three"}'), '{"a":"one two three"}'],
  [json('{"a": 0.3}'), 'progress\n{"a":0.30000000000000004}'],
  [text('one\n…\nthree'), 'one\ntwo\nthree\n'],
];

const REFUSED = [
  [json('{"a": 1}'), '{"a":2}'],
  [json('{"a": 1}'), '{"a":1,"b":2}'],
  [json('{"a": 1, "…": "…"}'), '{"b":2}'],
  [json('{"id": 7}'), '{"id":null}'],
  [json('{"inserted": 2}'), '{"inserted":4}'],
  [json('[1, "…", 9]'), '[1,2,3]'],
  [json('["…", 1, 3, "…"]'), '[1,2,3]'],
  [json('["…", 1, "…"]'), '[]'],
  [json('[1, 2]'), '[1,2,3]'],
  [json('{"a": "100.5"}'), '{"a":"100.50"}'],
  [json('{"a": 1}'), 'no JSON'],
  [text('one\nthree'), 'one\ntwo\nthree\n'],
];

const PAGE =
  '# Page\n\n```sh\ncurl a\n```\n\n```json\n{}\n```\n\n```sh skip="why"\ncurl b\n```\n\ntext\n\n```json\n{}\n```\n';

/** Throws where an answer is judged wrongly, or a page is read wrongly. */
export function testGuideCheck() {
  for (const [answer, output] of ACCEPTED) {
    const found = differenceOf(answer, output);
    if (found !== undefined) throw new Error(`${output} should be ${answer.text}: ${found}`);
  }
  for (const [answer, output] of REFUSED) {
    if (differenceOf(answer, output) === undefined) throw new Error(`${output} should not be ${answer.text}`);
  }
  const [first, second] = readCommands(PAGE);
  if (first?.answer?.text !== '{}\n' || second?.skip !== 'why' || second.answer !== undefined) {
    throw new Error('The commands of a page are not read as they are written');
  }
}
