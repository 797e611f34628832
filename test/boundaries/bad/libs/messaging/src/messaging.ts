export const messaging = 'messaging';
