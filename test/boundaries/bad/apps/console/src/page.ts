export const page = 'of the console';
