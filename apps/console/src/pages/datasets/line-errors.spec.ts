import { Problem } from '../../api/problem';
import { lineErrors } from './line-errors';

it('what the service says of a file is by line and column', () => {
  // Fields of its answers to uploads of datasets.
  const errors = [
    { field: 'line 3, column a, b', message: 'must be a finite number' },
    { field: 'line 3, column c', message: 'must be true or false' },
    { field: 'line 4', message: 'is longer than 65536 bytes' },
    { field: 'types', message: 'names d, which is no column' },
  ];
  expect(lineErrors(new Problem(422, '', errors))).toEqual([
    {
      line: 3,
      errors: [
        { field: 'a, b', message: 'must be a finite number' },
        { field: 'c', message: 'must be true or false' },
      ],
    },
    { line: 4, errors: [{ field: 'line', message: 'is longer than 65536 bytes' }] },
  ]);
});
