import type { Request, Response } from 'express';
import type { ExportSlots } from '../http/exports.module';
import { negotiate } from '../http/streamed-file';
import { RESULT_FORMATS } from './equity.dto';

/** Whether a request for trades wants all of them, as CSV: an export, for which the answer is made ready. */
export function isTradesExport(request: Request, response: Response, exports: ExportSlots): boolean {
  response.vary('Accept');
  if (negotiate(request, RESULT_FORMATS, 'A list of trades') === 'application/json') return false;
  exports.holdUntilSent(request, response);
  response.type('text/csv');
  return true;
}
