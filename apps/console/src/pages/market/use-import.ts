import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../../api/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { uploadFile } from '../../api/upload';
import { type FileFormat, isGzip } from './file-lines';

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** The series of all lines, as it was entered. */
export interface GivenSeries {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

interface ImportState {
  readonly isSending: boolean;
  readonly sentBytes: number;
  readonly isCancelled?: boolean;
  readonly result?: Schemas['CandleBulkResult'];
  readonly problem?: Problem;
}

/** Sends a file of candles on request, and reports its progress. */
export function useImport(file: File, format: FileFormat) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ImportState>({ isSending: false, sentBytes: 0 });
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (given: Partial<GivenSeries>, allowOutliers: boolean): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    setState({ isSending: true, sentBytes: 0 });
    const query = new URLSearchParams({ ...given, ...(allowOutliers && { allow_outlier: 'true' }) });
    try {
      const result = await uploadFile<Schemas['CandleBulkResult']>({
        path: `/api/v1/market-data/candlesticks/bulk?${query}`,
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
    // Lines were stored also where the upload broke off.
    await queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/v1/market-data'),
    });
  };
  return { state, send, cancel: () => stop.current?.abort() };
}
