import type { IncomingHttpHeaders } from 'node:http';
import type { EquitySettings } from '#sources/equities/open-equity-source';
import type { EquityMarket } from './equity-market';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes out as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface Question {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** How one provider words requests and answers. */
export interface EquityProtocol {
  /** For openEquitySource, but for the endpoint and the clock. */
  readonly settings: EquitySettings;
  /** `mostRows`: of one page, where the provider has pages. */
  answer(question: Question, market: EquityMarket, mostRows: number): Answer;
  /** With the number of seconds for which the provider wants to be left alone. */
  tooManyRequests(seconds: number): Answer;
}
