import express, { type Express } from 'express';
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import request, { type Test } from 'supertest';
import { type AuthenticationSettings, createAuthentication } from '../authentication';

export const PATH = '/api/v1/trade-journal';

export interface TinyService {
  readonly app: Express;
  readonly logged: readonly string[];
  /** Requests that have arrived. */
  readonly arrived: () => number;
  /** Resolves when a line with this text has been logged. */
  readonly logs: (text: string) => Promise<void>;
  readonly close: () => void;
}

/** An application that answers the verified claims on every path. */
export function tinyService(settings: Partial<AuthenticationSettings>): TinyService {
  const logged: string[] = [];
  const lines = new EventEmitter();
  const write = (line: string) => {
    logged.push(line);
    lines.emit('line');
  };
  const complete = { jwtSecrets: [], jwtRequireExp: false, ...settings } as AuthenticationSettings;
  const { handler, close } = createAuthentication(complete, pino({ base: null }, { write }));
  const app = express();
  let arrived = 0;
  app.use((_request, _response, next) => {
    arrived += 1;
    next();
  });
  app.use(handler);
  app.use((incoming, response) => void response.json({ path: incoming.path, user: incoming.user ?? null }));
  const logs = async (text: string) => {
    while (!logged.some((line) => line.includes(text))) await once(lines, 'line');
  };
  return { app, logged, arrived: () => arrived, logs, close };
}

export function get(target: Express | Server, token: string): Test {
  return request(target).get(PATH).set('authorization', `Bearer ${token}`);
}
