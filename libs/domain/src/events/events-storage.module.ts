import { Module } from '@nestjs/common';
import { CandleLoads } from './candle-loads';
import { EventFigures } from './event-figures';
import { EventNumbers } from './event-numbers';
import { EventReader } from './event-reader';
import { EventRelayFigures } from './event-relay-figures';
import { EventRetention } from './event-retention';

const providers = [CandleLoads, EventFigures, EventNumbers, EventReader, EventRelayFigures, EventRetention];

/** Recorded events: what any process needs to number, read or delete them. */
@Module({ providers, exports: providers })
export class EventsStorageModule {}
