import type { Earlier } from './no-cycle';

export type Later = Earlier | 'later';
