export const idea = 'of another feature';
