import { unprocessable } from '../api-error';

export function checkRange({ start, end }: { start?: Date; end?: Date }): void {
  if (start && end && start > end) {
    throw unprocessable([{ field: 'start', message: 'must not be after end' }], 'INVALID_DATE_RANGE');
  }
}
