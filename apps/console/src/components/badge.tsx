import type { ReactNode } from 'react';
import type { Schemas } from '../api/hooks';

export type Tone = 'good' | 'bad' | 'warn' | 'neutral';

/** A word on a coloured ground; the word says it without the colour, too. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <span className={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>;
}

const JOB_TONES: Readonly<Record<Schemas['JobState'], Tone>> = {
  pending: 'neutral',
  running: 'warn',
  completed: 'good',
  failed: 'bad',
};

export function JobStateBadge({ state }: { readonly state: Schemas['JobState'] }) {
  return <Badge tone={JOB_TONES[state]}>{state}</Badge>;
}
