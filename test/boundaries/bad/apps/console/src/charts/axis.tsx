export const axis = 'of a chart';
