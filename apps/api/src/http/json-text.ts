import { Header } from '@nestjs/common';

/** The method answers JSON text that is already built. */
export const JsonText = (): MethodDecorator => Header('content-type', 'application/json; charset=utf-8');

/** PageResponse around the text of a JSON array. */
export function pageText(items: string, page: { total: number; page: number; size: number }): string {
  return `{"items":${items},"total":${page.total},"page":${page.page},"size":${page.size}}`;
}
