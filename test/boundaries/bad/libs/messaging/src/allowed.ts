export type { Pool } from 'pg';
export { domain } from '#domain/domain';
export { engine } from '#engine/engine';
export { platform } from '#platform/platform';
export { messaging } from './messaging';
export type { NatsConnection } from '@nats-io/transport-node';
export const eventStream = () => import('#messaging/broker/event-stream');
