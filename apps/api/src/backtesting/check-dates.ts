import { unprocessable } from '../http/api-error';

/** Throws 422 where a range ends before it begins. */
export function checkDates(request: { readonly start_date: string; readonly end_date: string }): void {
  if (request.start_date <= request.end_date) return;
  throw unprocessable([{ field: 'start_date', message: 'must not be after end_date' }], 'INVALID_DATE_RANGE');
}
