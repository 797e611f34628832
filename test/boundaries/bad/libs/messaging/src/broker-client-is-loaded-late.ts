export { connect } from '@nats-io/transport-node';
export { EVENT_STREAM } from './broker/event-stream';
