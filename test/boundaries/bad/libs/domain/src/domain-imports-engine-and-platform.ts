export { messaging } from '#messaging/messaging';
export { sources } from '#sources/sources';
