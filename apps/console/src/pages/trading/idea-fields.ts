import type { EditField } from '../../forms/edit-changes';

/** The path that ideas usually take; any other text is possible. */
export const IDEA_STATUSES = [
  'draft',
  'researching',
  'backtesting',
  'validated',
  'paper_trading',
  'live',
  'retired',
] as const;

export const NEW_IDEA_FIELDS: readonly EditField[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'asset_class', label: 'Asset class', kind: 'text', hint: 'What it trades; empty: crypto' },
  {
    name: 'description',
    label: 'Description',
    kind: 'long',
    required: true,
    hint: 'What it does, and why it should work',
  },
];

export const IDEA_FIELDS: readonly EditField[] = [
  ...NEW_IDEA_FIELDS,
  { name: 'status', label: 'Status', kind: 'text', required: true, suggestions: IDEA_STATUSES },
];
