import { NO_VALUE } from '../format/numbers';
import { Badge } from './badge';
import { type VerdictLevel, VERDICTS } from './verdict';

/** How far the figures of a run can be believed, in a table; nothing where there is no verdict. */
export function VerdictBadge({ level }: { readonly level: VerdictLevel | null }) {
  if (level === null) return NO_VALUE;
  const { tone, title } = VERDICTS[level];
  return <Badge tone={tone}>{title}</Badge>;
}
