import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client';
import type { Schemas } from '../../api/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { count } from '../../format/numbers';

export type Decision = 'release' | 'discard';
type Held = Schemas['QuarantinedCandleRead'];

interface Refusal {
  readonly entry: Held;
  readonly problem: Problem;
}

/** Statuses after which the next entry would meet the same answer. */
const FINAL_STATUSES = [0, 401, 403, 503];

const send = (decision: Decision, id: number): Promise<unknown> => {
  const init = { params: { path: { id } } };
  return decision === 'release'
    ? answer(api.POST('/api/v1/market-data/quarantine/{id}/release', init))
    : answer(api.DELETE('/api/v1/market-data/quarantine/{id}', init));
};

/** Releases or discards entries one after the other: what is refused is named and the others go on. */
export function useDecisions() {
  const queryClient = useQueryClient();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [progress, setProgress] = useState('');
  const decide = async (decision: Decision, entries: readonly Held[]): Promise<void> => {
    const refused: Refusal[] = [];
    try {
      for (const [index, entry] of entries.entries()) {
        setProgress(`${count(index + 1)} of ${count(entries.length)}`);
        await send(decision, entry.id).catch((error: unknown) => {
          const problem = asProblem(error);
          if (FINAL_STATUSES.includes(problem.status)) throw problem;
          refused.push({ entry, problem });
        });
      }
      const done = count(entries.length - refused.length);
      setProgress(`${done} ${decision === 'release' ? 'released and stored' : 'discarded'}`);
    } finally {
      setRefusals(refused);
      await Promise.all(
        ['quarantine', 'gaps', 'series', 'chart'].map((part) =>
          queryClient.invalidateQueries({ queryKey: [`/api/v1/market-data/${part}`] }),
        ),
      );
    }
  };
  return { decide, refusals, progress };
}
