import { useQuery } from '@tanstack/react-query';
import type { FieldError } from '../api/problem';
import { GrowingTable } from '../components/growing-table';
import { count } from '../format/numbers';
import { fileKey, linesAt } from './file-lines';

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly errors: readonly FieldError[];
}

interface RefusedLinesProps {
  readonly file: File;
  readonly errors: readonly RefusedLine[];
}

/** Each refused line of a file, and beside it what is wrong with it. */
export function RefusedLines({ file, errors }: RefusedLinesProps) {
  const numbers = errors.map(({ line }) => line);
  const { data: lines, error } = useQuery({
    queryKey: ['lines of a file', ...fileKey(file), numbers],
    queryFn: () => linesAt(file, numbers),
    staleTime: Infinity,
  });
  return (
    <>
      {error && <p className="notice bad">The file cannot be read any more: {error.message}</p>}
      <GrowingTable
        caption={`Lines of ${file.name}, counted from 1, the header and empty lines included`}
        columns={[
          { key: 'line', title: 'Line', number: true, cell: ({ line }) => count(line) },
          {
            key: 'text',
            title: 'In the file',
            cell: ({ line }) => <code style={{ overflowWrap: 'anywhere' }}>{lines?.get(line) ?? '…'}</code>,
          },
          {
            key: 'errors',
            title: 'What is wrong',
            cell: ({ errors: faults }) =>
              faults.map(({ field, message }) => (
                <div key={`${field} ${message}`}>
                  <code>{field}</code> {message}
                </div>
              )),
          },
        ]}
        rows={errors}
        rowKey={({ line }) => line}
      />
    </>
  );
}
