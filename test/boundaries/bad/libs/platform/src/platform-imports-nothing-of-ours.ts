export { engine } from '#engine/engine';
export { domain } from '#domain/domain';
export { messaging } from '#messaging/messaging';
export { sources } from '#sources/sources';
