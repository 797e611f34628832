import type { FundingTarget } from '#domain/funding/funding-ingests';

/** As FUNDING_SYMBOLS has it; the name of an exchange has no colon. */
export function subjectOf({ exchange, symbol }: FundingTarget): string {
  return `${exchange}:${symbol}`;
}

export function targetOf(subject: string): FundingTarget {
  const end = subject.indexOf(':');
  return { exchange: subject.slice(0, end), symbol: subject.slice(end + 1) };
}
