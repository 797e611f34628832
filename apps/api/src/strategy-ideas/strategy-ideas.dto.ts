import { ApiProperty } from '@nestjs/swagger';
import type { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { RecordPageQuery } from '../http/page.dto';
import { timeText } from '../http/time-text';
import { NotesField, TextField } from '../http/validation/fields';

const NAME = { description: 'What the idea is called', example: 'Weekend gap fade', maximum: 128 };
const DESCRIPTION = {
  description: 'What it does and why it should work',
  example: 'Fade the Sunday opening gap back to Friday’s close',
  maximum: 10_000,
};
const ASSET_CLASS = { description: 'What it trades', example: 'crypto', maximum: 64 };
const STATUS = {
  description:
    'How far the idea is. Free text; suggested: draft, researching, backtesting, validated, paper_trading, live, retired',
  example: 'researching',
  maximum: 50,
};

export class CreateStrategyIdeaDto {
  @TextField(NAME)
  name: string;

  @NotesField(DESCRIPTION)
  description: string;

  @TextField({ ...ASSET_CLASS, optional: true, default: 'crypto' })
  asset_class?: string | null;
}

export class ListStrategyIdeasQuery extends RecordPageQuery {
  @TextField({ ...STATUS, description: 'Only ideas with exactly this status', optional: true })
  status?: string;

  @TextField({ ...ASSET_CLASS, description: 'Only ideas of exactly this asset class', optional: true })
  asset_class?: string;
}

export class UpdateStrategyIdeaDto {
  @TextField({ ...NAME, keepable: true })
  name?: string;

  @NotesField({ ...DESCRIPTION, keepable: true })
  description?: string;

  @TextField({ ...ASSET_CLASS, keepable: true })
  asset_class?: string;

  @TextField({ ...STATUS, keepable: true })
  status?: string;
}

export class StrategyIdeaRead {
  @ApiProperty({ type: 'integer', example: 3, description: 'Identifier of the idea' })
  id: number;

  @ApiProperty({ example: 'Weekend gap fade', description: 'What the idea is called' })
  name: string;

  @ApiProperty({
    example: 'Fade the Sunday opening gap back to Friday’s close',
    description: 'What it does and why it should work',
  })
  description: string;

  @ApiProperty({ example: 'crypto', description: 'What it trades' })
  asset_class: string;

  @ApiProperty({ example: 'draft', description: 'How far the idea is, free text' })
  status: string;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T09:30:00Z', description: 'When it was created' })
  created_at: string;
}

/** The columns that an idea shows. */
export const STRATEGY_IDEA_COLUMNS = {
  id: true,
  name: true,
  description: true,
  assetClass: true,
  status: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof StrategyIdea, true>>;

export function toStrategyIdeaRead(
  idea: Pick<StrategyIdea, keyof typeof STRATEGY_IDEA_COLUMNS>,
): StrategyIdeaRead {
  return {
    id: idea.id,
    name: idea.name,
    description: idea.description,
    asset_class: idea.assetClass,
    status: idea.status,
    created_at: timeText(idea.createdAt),
  };
}
