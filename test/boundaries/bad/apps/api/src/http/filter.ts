export const filter = 'for every route';
