import type { Universe } from '#domain/universes/universe.entity';
import type { UniverseSummary } from '#domain/universes/universes';
import { CountAnswer, ObjectAnswer, TextAnswer, TimeAnswer } from '../http/answer-fields';
import { timeText } from '../http/time-text';
import { MEMBERS, toMemberRead, UniverseMemberDto, UniverseMemberRead } from '../http/universe-members';
import { ObjectListField, TextField } from '../http/validation/fields';

export class UniversePath {
  @TextField({ description: 'Name of the universe', example: 'tech', maximum: 128 })
  name: string;
}

export class StoreUniverseDto {
  @ObjectListField(UniverseMemberDto, MEMBERS)
  members: UniverseMemberDto[];
}

/** A universe in a list. */
export class UniverseSummaryRead {
  @TextAnswer({ description: 'Name of the universe', example: 'tech' })
  name: string;

  @CountAnswer('series', { description: 'Members', example: 20 })
  member_count: number;

  @TimeAnswer({ description: 'When it was created', example: '2024-01-02T09:30:00Z' })
  created_at: string;

  @TimeAnswer({ description: 'When its members became what they are', example: '2024-01-02T09:30:00Z' })
  updated_at: string;
}

export class UniverseRead extends UniverseSummaryRead {
  @ObjectAnswer([UniverseMemberRead], { description: 'The members, in the order in which they were given' })
  members: UniverseMemberRead[];
}

export function toUniverseSummary(universe: UniverseSummary): UniverseSummaryRead {
  return {
    name: universe.name,
    member_count: universe.memberCount,
    created_at: timeText(universe.createdAt),
    updated_at: timeText(universe.updatedAt),
  };
}

export function toUniverseRead(universe: Universe): UniverseRead {
  return Object.assign(toUniverseSummary(universe), { members: universe.members.map(toMemberRead) });
}
