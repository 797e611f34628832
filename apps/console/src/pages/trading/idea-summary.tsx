import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { VerdictBadge } from '../../components/verdict-badge';
import { Figures } from '../../components/figures';
import { RunLink } from '../../components/run-link';
import { Term } from '../../components/term';
import { count, ratio, signedPercent } from '../../format/numbers';
import { Card } from '../../layout/page';

interface IdeaSummaryProps {
  readonly details: Schemas['StrategyIdeaDetailsRead'];
}

/** What the evidence says, the warnings first. */
export function IdeaSummary({ details }: IdeaSummaryProps) {
  const { evidence, best, journal_entries: entries, warnings } = details;
  return (
    <Card title="What the evidence says">
      {warnings.map((warning) => (
        <p key={warning} className="notice warn">
          {warning}
        </p>
      ))}
      <Figures
        figures={[
          {
            label: (
              <Term meaning="Backtests, sweeps, walk-forward runs and portfolio runs that are linked to the idea.">
                Linked runs
              </Term>
            ),
            value: count(evidence.total),
            note: `${count(evidence.unfinished)} unfinished, ${count(evidence.failed)} failed`,
          },
          {
            label: (
              <Term meaning="The best verdict of the completed runs that nobody edited by hand, then the highest deflated Sharpe ratio.">
                Best evidence
              </Term>
            ),
            value: best === null ? 'none' : <VerdictBadge level={best.verdict_level} />,
            note: best && (
              <>
                <RunLink kind={best.kind} id={best.run_id} />: {signedPercent(best.total_return)}, Sharpe
                ratio {ratio(best.sharpe_ratio)}
              </>
            ),
          },
          {
            label: 'Journal entries',
            value: count(entries),
            note: entries > 0 && <Link to="/console/journal">In the journal, by the number of the idea</Link>,
          },
        ]}
      />
      {best?.verdict && (
        <ul>
          {best.verdict.reasons.map(({ measure, sentence }) => (
            <li key={`${measure} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
