export const scenario = 'for tests';
