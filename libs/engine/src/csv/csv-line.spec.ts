import { parse } from 'csv-parse/sync';
import { csvFields, splitCsvLine } from './csv-line';

describe('splitCsvLine', () => {
  // The expectation is csv-parse, a parser of its own, with blanks trimmed.
  it.each([
    '2024-01-01,1.50,2,1,1.75,0',
    ' a , b\t,c',
    '"a","b,c","d ""e"" f"',
    'a,"",b',
    'a,,b,',
    ',',
    '"a" , "b"',
    '"a,b"',
    'a"b,c',
    '"""",x',
    '',
  ])('reads %j as others do', (line) => {
    const [fields = ['']] = parse(line, { trim: true, relax_quotes: true });
    expect(splitCsvLine(line)).toEqual(fields);
  });

  it.each(['"', 'a,"b', '"a""'])('does not guess where a quote of %j would end', (line) => {
    expect(splitCsvLine(line)).toBeUndefined();
  });

  it('names what is wrong with a line below a header', () => {
    expect(csvFields('a,b', 2)).toEqual(['a', 'b']);
    expect(csvFields('a', 2)).toEqual({ field: 'line', message: 'has 1 fields where the first line has 2' });
    expect(csvFields('"a', 2)).toEqual({ field: 'line', message: 'has a quote that is not closed' });
  });
});
