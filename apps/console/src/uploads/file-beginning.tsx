import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '../components/query-view';
import { count } from '../format/numbers';
import { describeFirstLine, fileKey, type FirstLine, firstLines } from './file-lines';

const PREVIEW_LINES = 12;

interface FileBeginningProps {
  readonly file: File;
  readonly children: (preview: ReactNode, firstLine: FirstLine) => ReactNode;
}

/** Reads the first lines of a file, to be shown, and what the first of them says. */
export function FileBeginning({ file, children }: FileBeginningProps) {
  const { data, error } = useQuery({
    queryKey: ['first lines', ...fileKey(file)],
    queryFn: () => firstLines(file, PREVIEW_LINES),
  });
  if (error) {
    return (
      <p role="alert" className="notice bad">
        The file cannot be read: {error.message}
      </p>
    );
  }
  if (!data) return <Loading />;
  const preview = (
    <>
      <pre tabIndex={0} aria-label="First lines of the file">
        {data.lines.join('\n')}
      </pre>
      <p className="quiet">
        {data.isAll ? `These ${count(data.lines.length)} lines are all.` : 'The file has more lines.'}
      </p>
    </>
  );
  return children(preview, describeFirstLine(data.lines[0] ?? ''));
}
