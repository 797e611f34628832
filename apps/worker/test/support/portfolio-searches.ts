import type { JobStage } from './job-stage';
import { memberDays, membersOf, storeMember } from './portfolio-client';

/** Of each member; the last one begins later. */
const DAYS = 600;

/** Series of prices of their own, of a market that never closes: D to G. */
export async function storeSearchedMembers(stage: JobStage): Promise<void> {
  for (const [index, symbol] of ['D', 'E', 'F'].entries())
    await storeMember(stage, symbol, memberDays(index * 900, DAYS));
  await storeMember(stage, 'G', memberDays(3_000, DAYS - 50, 50));
}

/** The fields of a portfolio over those series. */
export const SEARCHED = {
  universe: membersOf('D', 'E', 'F', 'G'),
  interval: '1d',
  start_date: '2010-03-01',
  end_date: '2011-08-23',
  rebalance: { every: 'weekly' },
};
