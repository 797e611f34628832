export const job = 'of another process';
