import { changesOf, differences, draftOf, type EditField } from './edit-changes';

const FIELDS: readonly EditField[] = [
  { name: 'stop', label: 'Stop', kind: 'decimal' },
  { name: 'tags', label: 'Tags', kind: 'tags' },
  { name: 'idea_id', label: 'Idea', kind: 'integer' },
  { name: 'notes', label: 'Notes', kind: 'long' },
  { name: 'symbol', label: 'Symbol', kind: 'text', required: true },
];
const BODY = { stop: '41000.10', tags: ['a', 'b c'], idea_id: null, notes: null, symbol: 'X', untouched: 1 };

describe('changesOf', () => {
  it('is empty of what was not changed', () => {
    expect(changesOf(FIELDS, BODY, draftOf(FIELDS, BODY))).toEqual({});
  });

  it('has decimals as text, numbers as numbers, lists, and null for what was emptied', () => {
    const draft = { stop: '', tags: ' a ,, d', idea_id: '7', notes: ' as typed\n', symbol: ' Y ' };
    expect(changesOf(FIELDS, BODY, draft)).toEqual({
      stop: null,
      tags: ['a', 'd'],
      idea_id: 7,
      notes: ' as typed\n',
      symbol: 'Y',
    });
  });

  it('leaves what is no number to the service, and never empties what is required', () => {
    const draft = { ...draftOf(FIELDS, BODY), idea_id: 'seven', symbol: '' };
    expect(changesOf(FIELDS, BODY, draft)).toEqual({ idea_id: 'seven', symbol: '' });
  });
});

describe('differences', () => {
  it('names the fields that another client changed', () => {
    expect(differences(FIELDS, BODY, { ...BODY, stop: null, untouched: 2 })).toEqual([
      { label: 'Stop', before: '41000.10', now: '' },
    ]);
  });
});
