import type { Schemas } from '../../../api/hooks';
import { Term } from '../../../components/term';
import { count, NO_VALUE, percent, ratio } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';

type Name = Exclude<keyof Schemas['RelativeRead'], 'start' | 'end' | 'observations'>;

interface Measure {
  readonly name: Name;
  readonly title: string;
  readonly meaning: string;
  readonly format: (value: number | null) => string;
}

const basisPoints = (value: number | null) => (value === null ? NO_VALUE : `${ratio(value, 1)}\u00a0bps`);

const MEASURES: readonly Measure[] = [
  {
    name: 'alpha',
    title: 'Alpha',
    meaning:
      'Of the least-squares line of the returns on those of the benchmark: what is left where the benchmark returns 0, compounded over a year.',
    format: percent,
  },
  {
    name: 'beta',
    title: 'Beta',
    meaning: 'Slope of that line: how far the returns move with those of the benchmark. No unit.',
    format: ratio,
  },
  {
    name: 'r_squared',
    title: 'R²',
    meaning: 'Share of the variance of the returns that the line explains.',
    format: percent,
  },
  {
    name: 'active_return',
    title: 'Active return',
    meaning: 'Mean of the returns minus those of the benchmark, times the returns in a year. Not compounded.',
    format: percent,
  },
  {
    name: 'tracking_error',
    title: 'Tracking error',
    meaning: 'Standard deviation of the returns minus those of the benchmark, annualised.',
    format: percent,
  },
  {
    name: 'information_ratio',
    title: 'Information ratio',
    meaning: 'Active return over tracking error. No unit.',
    format: ratio,
  },
  {
    name: 'up_capture',
    title: 'Up capture',
    meaning: 'Annualised return in the periods in which the benchmark rose, over its own. No unit.',
    format: ratio,
  },
  {
    name: 'down_capture',
    title: 'Down capture',
    meaning:
      'Annualised return in the periods in which the benchmark fell, over its own: below 1 less is lost than with it. No unit.',
    format: ratio,
  },
  {
    name: 'break_even_cost_bps',
    title: 'Break-even cost',
    meaning:
      'The fee per side at which the total return is 0, with slippage and funding as they are; found by running again. Negative: it loses without fees.',
    format: basisPoints,
  },
];

interface RelativeCardProps {
  readonly relative: Schemas['RelativeRead'] | null;
  /** What it is compared with: holding us SPX. */
  readonly against: string;
}

/** The run beside its benchmark; nothing in runs of earlier versions. */
export function RelativeCard({ relative, against }: RelativeCardProps) {
  const times = useTimes();
  if (!relative) return null;
  return (
    <Card title="Beside the benchmark">
      <div className="scroll" tabIndex={0} role="group" aria-label="Measures against the benchmark">
        <table className="table">
          <caption>
            Against {against}: {count(relative.observations)} returns, {times.minute(relative.start)} to{' '}
            {times.minute(relative.end)} ({times.zone}).
          </caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col" className="number">
                This run
              </th>
            </tr>
          </thead>
          <tbody>
            {MEASURES.map(({ name, title, meaning, format }) => (
              <tr key={name} data-measure={name}>
                <td>
                  <Term meaning={meaning}>{title}</Term>
                </td>
                <td className="number">{format(relative[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
