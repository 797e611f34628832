import { JsonLineLayout } from './json-line-layout';

describe('the layout of a line of JSON', () => {
  it.each(['{"a":"1","b":"x"}', '{"a": "1", "b": "x"}'])(
    'of %s gives the values of lines like it',
    (line) => {
      const layout = JsonLineLayout.of(line, { a: '1', b: 'x' })!;
      expect(layout.valuesOf(line.replace('1', '22').replace('x', ''))).toEqual(['22', '']);
      expect(layout.valuesOf(line.replace('b', 'c'))).toBeUndefined();
    },
  );

  it.each([
    ['{"a":1}', { a: 1 }],
    ['{"a":"1","a":"2"}', { a: '2' }],
    ['{"a":"\\n"}', { a: '\n' }],
    ['{"a" :"1"}', { a: '1' }],
    ['{"\\u0061":"1"}', { a: '1' }],
    ['{}', {}],
  ])('is not found in %s', (line, record) => {
    expect(JSON.parse(line)).toEqual(record);
    expect(JsonLineLayout.of(line, record)).toBeUndefined();
  });
});
