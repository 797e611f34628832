export const lays = 'an egg';
