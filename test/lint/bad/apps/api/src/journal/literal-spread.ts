export const span = (first: number, last: number) => ({ kind: 'span', ...{ first, last } });
export const ends = (first: number, last: number) => [0, ...[first, last]];
