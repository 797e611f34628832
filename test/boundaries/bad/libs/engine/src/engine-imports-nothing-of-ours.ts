export { platform } from '#platform/platform';
export { domain } from '#domain/domain';
export { messaging } from '#messaging/messaging';
export { sources } from '#sources/sources';
export { job } from '../../../apps/worker/src/job';
