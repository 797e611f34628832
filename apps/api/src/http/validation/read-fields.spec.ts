import 'reflect-metadata';
import { BooleanQueryField, DateTimeField, DecimalField, IntegerField, TextField } from './fields';
import { readFields } from './read-fields';

class Order {
  @TextField({ description: 'Symbol', maximum: 5 })
  symbol: string;

  @DecimalField({ description: 'Price', positive: true })
  price: string;

  @DateTimeField({ description: 'Time', optional: true })
  time?: Date;

  @IntegerField({ description: 'Limit', minimum: 1, maximum: 9, optional: true, default: 5 })
  limit = 5;
}

class LabelledOrder extends Order {
  @BooleanQueryField({ description: 'Dry run', optional: true, default: false })
  dry_run = false;

  @TextField({ description: 'Note', maximum: 9, clearable: true })
  note?: string | null;
}

const SOUND = { symbol: 'BTC', price: '1.50' };

describe('readFields', () => {
  const read = (input: object, unknownFields: 'refuse' | 'ignore' = 'refuse') =>
    readFields(LabelledOrder, input, { unknownFields });

  it('makes an instance with what was given, converted, and the defaults of the rest', () => {
    const time = '2024-01-02T01:00:00+01:00';
    const value = Object.assign(new LabelledOrder(), SOUND, { time: new Date('2024-01-02T00:00:00Z') });
    const answer = read({ ...SOUND, time });
    expect(answer).toEqual({ value });
    expect(answer).toHaveProperty('value.limit', 5);
    expect('value' in answer && answer.value).toBeInstanceOf(LabelledOrder);
  });

  // Null is read by class-validator's way, everything else of a sound request is not.
  it.each([
    [
      { ...SOUND, note: null },
      { note: null, limit: 5, dry_run: false },
    ],
    [
      { ...SOUND, limit: null, dry_run: null },
      { limit: 5, dry_run: false },
    ],
    [
      { ...SOUND, limit: undefined, note: 'n' },
      { limit: 5, note: 'n' },
    ],
  ])('reads %j', (input, expected) => {
    expect(read(input)).toMatchObject({ value: { ...SOUND, ...expected } });
  });

  it.each<[object, string[], boolean]>([
    [{}, ['symbol', 'price'], true],
    [{ symbol: 'BTC' }, ['price'], true],
    [{ ...SOUND, symbol: undefined }, ['symbol'], true],
    [{ ...SOUND, symbol: null }, ['symbol'], false],
    [{ ...SOUND, price: '0' }, ['price'], false],
    [{ ...SOUND, limit: 10, note: 'too long for it' }, ['note', 'limit'], false],
    [{ ...SOUND, prices: '1' }, ['prices'], false],
    [JSON.parse('{"symbol":"BTC","price":"1","__proto__":{"limit":1}}') as object, ['__proto__'], false],
    [{ ...SOUND, constructor: 'x' }, ['constructor'], false],
  ])('names what is wrong with %j', (input, fields, isMissing) => {
    const answer = read(input);
    expect(answer).toMatchObject({ isMissing });
    expect('problems' in answer && answer.problems.map(({ field }) => field)).toEqual(fields);
  });

  it('ignores unknown fields where it is to', () => {
    const answer = read({ ...SOUND, constructor: 'x', prices: '1' }, 'ignore');
    expect(answer).toEqual({ value: Object.assign(new LabelledOrder(), SOUND) });
  });
});
