import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Gauge } from 'prom-client';
import { clear } from '#messaging/read-at-scrape';
import { declareGauge } from '#platform/metrics/declare-metric';
import type { RefreshedKeySet } from './refreshed-key-set';

const LAST_SUCCESS = 'jwks_last_success_timestamp_seconds';
const KEYS = 'jwks_keys';

export const KEY_SET_METRICS = [
  declareGauge({
    name: LAST_SUCCESS,
    help: 'When the JSON Web Key Set was last read, since 1970; no sample before, and where none is configured',
  }),
  declareGauge({
    name: KEYS,
    help: 'Usable keys of the JSON Web Key Set; no sample where none is configured',
  }),
];

/** Whether the keys that tokens are verified with are read. */
@Injectable()
export class KeySetMetrics {
  constructor(
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(KEYS) private readonly keys: Gauge,
  ) {
    for (const gauge of [lastSuccess, keys]) {
      Object.assign(gauge, { collect: undefined });
      clear(gauge);
    }
  }

  follow(keySet: Pick<RefreshedKeySet, 'keyCount' | 'lastSuccess'>): void {
    const { lastSuccess, keys } = this;
    Object.assign(keys, { collect: () => keys.set(keySet.keyCount) });
    Object.assign(lastSuccess, {
      collect: () => {
        if (keySet.lastSuccess !== undefined) lastSuccess.set(keySet.lastSuccess);
      },
    });
  }
}
