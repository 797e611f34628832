export const entries = [1, 2];
