export const EVENT_STREAM = 'EVENTS';
