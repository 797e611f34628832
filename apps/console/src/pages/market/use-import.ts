import type { Schemas } from '../../api/hooks';
import type { FirstLine } from '../../uploads/file-lines';
import { useUpload } from '../../uploads/use-upload';
import type { GivenSeries } from './given-series';

/** Sends a file of candles on request, and reports its progress. */
export function useImport(file: File, { format }: FirstLine) {
  const upload = useUpload<Schemas['CandleBulkResult']>(file, format, '/api/v1/market-data');
  const send = (given: Partial<GivenSeries>, allowOutliers: boolean) => {
    const query = new URLSearchParams({ ...given, ...(allowOutliers && { allow_outlier: 'true' }) });
    return upload.send('POST', `/api/v1/market-data/candlesticks/bulk?${query}`);
  };
  return { ...upload, send };
}
