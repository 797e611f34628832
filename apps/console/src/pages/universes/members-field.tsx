import type { Problem } from '../../api/problem';
import { count } from '../../format/numbers';
import { TextAreaField } from '../../forms/inputs';
import { SeriesPicker } from '../../forms/series-picker';
import { readMembers, writeMembers } from './members-text';

interface MembersFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problem: Problem | null;
  /** The field of the request that has them: members. */
  readonly field: string;
}

/** Members of a universe, a line each, with the days on which they belong to it. */
export function MembersField({ text, onChange, problem, field }: MembersFieldProps) {
  const members = readMembers(text);
  const add = (exchange: string, symbol: string) => {
    const isThere = members.some((member) => member.exchange === exchange && member.symbol === symbol);
    if (!isThere) onChange(writeMembers([...members, { exchange, symbol }]));
  };
  return (
    <div className="form">
      <TextAreaField
        label="Members"
        value={text}
        onChange={onChange}
        rows={8}
        error={memberErrors(problem, field)}
        hint={
          <>
            One a line: exchange, symbol, first day, last day (UTC, inclusive), such as{' '}
            <code>us, AAPL, 2010-01-04, 2015-06-30</code>. The days may be left out; without them a run has
            survivorship bias. {count(members.length)} member{members.length === 1 ? '' : 's'}, of at most
            1,000.
          </>
        }
      />
      <SeriesPicker
        label="Add a stored series"
        value={undefined}
        onChange={({ exchange, symbol }) => add(exchange, symbol)}
      />
    </div>
  );
}

/** What the service said of them, with the number of the member. */
function memberErrors(problem: Problem | null, field: string): string | undefined {
  const errors = problem?.errors.filter(({ field: at }) => at === field || at.startsWith(`${field}.`)) ?? [];
  const sentences = errors.map(({ field: at, message }) => {
    const [, index, name] = /^\w+[.[](\d+)\]?(?:\.(\w+))?$/.exec(at) ?? [];
    return index === undefined
      ? message
      : `member ${Number(index) + 1}: ${[name, message].filter(Boolean).join(' ')}`;
  });
  return sentences.length === 0 ? undefined : sentences.join('; ');
}
