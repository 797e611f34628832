import type { Response } from 'supertest';

/** What a list answers; its items are known by their ids. */
export interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
}

export function pageOf(answer: Response): Page {
  return answer.body as Page;
}

export function idsOf({ items }: Page): number[] {
  return items.map(({ id }) => id);
}
