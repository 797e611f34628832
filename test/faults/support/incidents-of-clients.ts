import { Issuer } from '../../../apps/api/src/http/authentication/test/issuer';
import { EC_1, keySetText } from '../../../apps/api/src/http/authentication/test/signing-keys';
import { findFreePort } from '../../../apps/worker/test/support/free-port';
import { eventually } from '../../../apps/worker/test/support/within';
import { AUTHORIZATION, JWT_SECRET } from './authorization';
import type { Incident } from './incident';
import type { IncidentStage } from './incident-stage';
import { readMetric } from './process-metric';

/** More than one a second of the rules' time, with room for what a rate does not see of its window. */
const REQUESTS_BETWEEN_SCRAPES = 64;
const CLIENTS = 8;

/** The order of a desk, in two executions, of which the second one has not been sent. */
const [SENT, FORGOTTEN] = ['1', '2'].map((id) => ({
  fill_id: id,
  account: 'desk',
  exchange: 'binance',
  symbol: 'ETH/USDT',
  side: 'buy',
  price: '3000',
  quantity: '1',
  time: `2024-05-03T10:00:0${id}Z`,
}));
const REPORTED = {
  account: 'desk',
  exchange: 'binance',
  symbol: 'ETH/USDT',
  quantity: '2',
  time: '2024-05-03T11:00:00Z',
};

/** Clients with a token that is valid for an hour, whatever they are answered. */
async function read({ api }: IncidentStage): Promise<void> {
  const address = `${api.url}/api/v1/strategy-ideas?size=1`;
  const request = async () => {
    for (let sent = 0; sent < REQUESTS_BETWEEN_SCRAPES / CLIENTS; sent++) {
      await (await fetch(address, { headers: { authorization: AUTHORIZATION } })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, request));
}

async function send({ api }: IncidentStage, path: string, body: object): Promise<void> {
  const response = await fetch(`${api.url}/api/v1/trade-journal/${path}`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}

const untilMetric = (incident: IncidentStage, name: string, isWanted: (value: number) => boolean) =>
  eventually(name, () => readMetric(incident.api.process, name), isWanted);

/** Keys, fills and tokens: what clients and issuers bring. */
export const INCIDENTS_OF_CLIENTS: readonly Incident[] = [
  {
    alert: 'CandelabraUnauthorized',
    labels: { severity: 'ticket', job: 'candelabra-api' },
    scrapes: 20,
    traffic: read,
    begin: async (incident) => {
      const replacement = 'another-secret-than-the-first-one';
      incident.apiVariables.JWT_SECRET = replacement;
      await incident.restartApi();
      incident.apiVariables.JWT_SECRET = `${replacement},${JWT_SECRET}`;
      return () => Promise.resolve();
    },
  },
  {
    alert: 'CandelabraPositionsDiffer',
    labels: { severity: 'ticket' },
    scrapes: 32,
    begin: async (incident) => {
      await send(incident, 'fills', [SENT]);
      await send(incident, 'positions', [REPORTED]);
      await untilMetric(incident, 'position_report_differences', (differences) => differences === 1);
      incident.keep('fills.ndjson', [SENT, FORGOTTEN].map((fill) => JSON.stringify(fill)).join('\n'));
      return () => untilMetric(incident, 'position_report_differences', (differences) => differences === 0);
    },
  },
  {
    alert: 'CandelabraJwksStale',
    labels: { severity: 'ticket', job: 'candelabra-api', instance: 'api:9464' },
    scrapes: 13,
    begin: async (incident) => {
      const issuer = new Issuer(await keySetText(EC_1));
      await issuer.open();
      incident.apiVariables.JWT_JWKS_URI = `http://127.0.0.1:${await findFreePort()}/keys`;
      await incident.restartApi();
      await untilMetric(incident, 'jwks_keys', (keys) => keys === 0);
      incident.apiVariables.JWT_JWKS_URI = issuer.uri;
      return async () => {
        await untilMetric(incident, 'jwks_keys', (keys) => keys === 1);
        await issuer.shut();
      };
    },
  },
];
