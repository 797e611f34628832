export type { Later } from './no-cycle-back';
export type Earlier = 'earlier';
