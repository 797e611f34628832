import { recordId } from './record-id';

it.each([
  ['42', 42],
  ['999999999999999', 999_999_999_999_999],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['new', undefined],
  ['1e3', undefined],
  ['1000000000000000', undefined],
])('the number of a record in %s is %s', (text, id) => {
  expect(recordId(text)).toBe(id);
});
