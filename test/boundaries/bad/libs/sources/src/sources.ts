export const sources = 'sources';
