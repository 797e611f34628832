import type { EditField } from '../../forms/edit-changes';

const TIME_HINT = 'UTC, such as 2024-01-02T09:30:00Z';

/** What a manual entry is made of; of one made of fills the notes alone can be changed. */
export const ENTRY_FIELDS: readonly EditField[] = [
  { name: 'symbol', label: 'Symbol', kind: 'text', required: true, hint: 'Such as BTC/USDT' },
  {
    name: 'side',
    label: 'Side',
    kind: 'choice',
    options: ['buy', 'sell'],
    hint: 'buy: a long; sell: a short',
  },
  {
    name: 'entry_price',
    label: 'Entry price',
    kind: 'decimal',
    required: true,
    hint: 'In the quote currency',
  },
  { name: 'exit_price', label: 'Exit price', kind: 'decimal', hint: 'Empty while the trade is open' },
  { name: 'notes', label: 'Notes', kind: 'long' },
];

/** The details that can be changed of an entry made of fills, too. */
const LINKS: readonly EditField[] = [
  { name: 'stop', label: 'Stop', kind: 'decimal', hint: 'Price at which it is given up; gives R' },
  { name: 'target', label: 'Target', kind: 'decimal', hint: 'Price at which its profit is taken' },
  { name: 'tags', label: 'Tags', kind: 'tags' },
  { name: 'idea_id', label: 'Strategy idea', kind: 'integer', hint: 'Number of the idea that it follows' },
  { name: 'backtest_id', label: 'Backtest', kind: 'integer', hint: 'Number of the backtest to compare with' },
];

export const DETAILS_OF_FILLS = LINKS;
export const DETAILS: readonly EditField[] = [
  { name: 'exchange', label: 'Exchange', kind: 'text', hint: 'Whose stored bars give MAE and MFE' },
  { name: 'account', label: 'Account', kind: 'text' },
  {
    name: 'quantity',
    label: 'Quantity',
    kind: 'decimal',
    hint: 'Units of the base currency, shares or contracts',
  },
  { name: 'entry_time', label: 'Entered', kind: 'time', hint: TIME_HINT },
  { name: 'exit_time', label: 'Exited', kind: 'time', hint: TIME_HINT },
  { name: 'fees', label: 'Fees', kind: 'decimal', hint: 'Of entry and exit; negative: rebates' },
  { name: 'multiplier', label: 'Contract size', kind: 'decimal', hint: 'Empty: 1' },
  ...LINKS,
];

export const NOTES = ENTRY_FIELDS.filter(({ name }) => name === 'notes');
