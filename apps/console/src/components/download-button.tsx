import { useState } from 'react';
import { download } from '../api/download';
import type { Problem } from '../api/problem';
import { ProblemNotice } from './problem-notice';

interface DownloadButtonProps {
  readonly path: string;
  readonly fileName: string;
  readonly label?: string;
}

/** Saves what the service answers as CSV. */
export function DownloadButton({ path, fileName, label = 'Download CSV' }: DownloadButtonProps) {
  const [problem, setProblem] = useState<Problem>();
  const save = async () => {
    setProblem(undefined);
    await download(path, fileName).catch((error: unknown) => setProblem(error as Problem));
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void save()}>
        {label}
      </button>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
