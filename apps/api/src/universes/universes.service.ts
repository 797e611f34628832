import { Injectable } from '@nestjs/common';
import { Universes } from '#domain/universes/universes';
import { changedMeanwhile, type IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import { presentUniverse } from '../http/present-universe';
import { checkMembers, toMember } from '../http/universe-members';
import { type StoreUniverseDto, toUniverseRead, toUniverseSummary } from './universes.dto';

@Injectable()
export class UniversesService {
  constructor(private readonly universes: Universes) {}

  async list(query: RecordPageQuery) {
    return toListing(query, await this.universes.list(positionOf(query)), toUniverseSummary);
  }

  async read(name: string) {
    return toUniverseRead(presentUniverse(await this.universes.find(name), name));
  }

  /** Throws 412 where a condition does not hold, and where there is nothing that it could hold for. */
  async store(name: string, request: StoreUniverseDto, ifMatch: IfMatch) {
    const members = request.members.map((member) => toMember(member, member.exchange));
    checkMembers('members', members);
    const approve = ifMatch(toUniverseRead);
    const stored = approve
      ? await this.universes.replace(name, members, approve)
      : await this.universes.store(name, members);
    if (!stored) throw changedMeanwhile();
    return { universe: toUniverseRead(stored.universe), isNew: stored.isNew };
  }

  async delete(name: string, ifMatch: IfMatch): Promise<void> {
    presentUniverse((await this.universes.delete(name, ifMatch(toUniverseRead))) || null, name);
  }
}
