import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Approval, newestRecords, type PageRequest } from '../records/records';
import type { UniverseMember } from './universe-member';
import { Universe } from './universe.entity';

/** What a list shows. */
const SUMMARY_COLUMNS = { name: true, memberCount: true, createdAt: true, updatedAt: true } as const;

export type UniverseSummary = Pick<Universe, keyof typeof SUMMARY_COLUMNS>;

interface StoredUniverse {
  readonly universe: Universe;
  readonly isNew: boolean;
}

/** Stored universes, by their names. */
@Injectable()
export class Universes {
  constructor(private readonly dataSource: DataSource) {}

  list(request: PageRequest) {
    return newestRecords(this.dataSource.getRepository(Universe), request, SUMMARY_COLUMNS);
  }

  find(name: string): Promise<Universe | null> {
    return this.dataSource.manager.findOneBy(Universe, { name });
  }

  /** Creates it or replaces its members; `updatedAt` stays where they are the same. */
  store(name: string, members: readonly UniverseMember[]): Promise<StoredUniverse> {
    return this.dataSource.transaction((manager) => write(manager, name, members));
  }

  /** Replaces the members of one that is there; null when there is none. `approve` sees it under its lock. */
  replace(
    name: string,
    members: readonly UniverseMember[],
    approve: Approval<Universe>,
  ): Promise<StoredUniverse | null> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await lock(manager, name);
      if (!locked) return null;
      await approve(locked);
      return write(manager, name, members);
    });
  }

  /** Whether there was one to delete. */
  delete(name: string, approve?: Approval<Universe>): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await lock(manager, name);
      if (!locked) return false;
      await approve?.(locked);
      await manager.delete(Universe, { name });
      return true;
    });
  }
}

async function write(
  manager: EntityManager,
  name: string,
  members: readonly UniverseMember[],
): Promise<StoredUniverse> {
  const [{ isNew }] = await manager.query<[{ isNew: boolean }]>(
    `insert into universes as stored (name, members, member_count) values ($1, $2, $3)
     on conflict (name) do update set members = excluded.members, member_count = excluded.member_count,
       updated_at = case when stored.members = excluded.members then stored.updated_at else now() end
     returning xmax = 0 as "isNew"`,
    [name, JSON.stringify(members), members.length],
  );
  return { universe: await manager.findOneByOrFail(Universe, { name }), isNew };
}

function lock(manager: EntityManager, name: string): Promise<Universe | null> {
  return manager.findOne(Universe, { where: { name }, lock: { mode: 'pessimistic_write' } });
}
