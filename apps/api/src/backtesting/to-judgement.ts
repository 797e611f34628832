import type { HoldingFigures } from '#engine/validation/hold-over';
import type { Verdict } from '#engine/validation/reach-verdict';
import { toHolding } from './search-figures.dto';
import { toVerdict } from '../http/verdict.dto';

/** What a search is compared with, and what follows; left out, as in results of before they were kept, where there is none. */
export function toJudgement({
  benchmark,
  verdict,
}: {
  readonly benchmark?: HoldingFigures | null;
  readonly verdict?: Verdict | null;
}) {
  return {
    ...(benchmark && { benchmark: toHolding(benchmark) }),
    ...(verdict && { verdict: toVerdict(verdict) }),
  };
}
