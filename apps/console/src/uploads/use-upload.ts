import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { uploadFile, type UploadMethod } from '../api/upload';
import { type FileFormat, isGzip } from './file-lines';

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

export interface UploadState<Answer> {
  readonly isSending: boolean;
  readonly sentBytes: number;
  readonly isCancelled?: boolean;
  readonly result?: Answer;
  readonly problem?: Problem;
}

/** Sends a file on request, and reports its progress; what was read below the path `changes` is read again afterwards. */
export function useUpload<Answer>(file: File, format: FileFormat, changes: string) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<UploadState<Answer>>({ isSending: false, sentBytes: 0 });
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  /** The answer; undefined where the state says why there is none. */
  const send = async (method: UploadMethod, path: string): Promise<Answer | undefined> => {
    const { signal } = (stop.current = new AbortController());
    setState({ isSending: true, sentBytes: 0 });
    let result: Answer | undefined;
    try {
      result = await uploadFile<Answer>({
        method,
        path,
        file,
        headers: {
          'content-type': CONTENT_TYPES[format],
          ...(isGzip(file) && { 'content-encoding': 'gzip' }),
        },
        onProgress: (sentBytes) => setState({ isSending: true, sentBytes }),
        signal,
      });
      setState({ isSending: false, sentBytes: file.size, result });
    } catch (error) {
      const outcome = signal.aborted ? { isCancelled: true } : { problem: asProblem(error) };
      setState({ isSending: false, sentBytes: 0, ...outcome });
    }
    // Lines may have been stored also where the upload broke off.
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [read] }) => typeof read === 'string' && read.startsWith(changes),
    });
    return result;
  };
  return { state, send, cancel: () => stop.current?.abort() };
}
