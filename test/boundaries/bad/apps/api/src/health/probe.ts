export const probe = 'for every process';
