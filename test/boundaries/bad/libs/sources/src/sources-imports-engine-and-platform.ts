export { domain } from '#domain/domain';
export { messaging } from '#messaging/messaging';
