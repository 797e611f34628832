export const grown = 'a chicken';
