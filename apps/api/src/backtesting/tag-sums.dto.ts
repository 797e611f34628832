import type { TagSums } from '#domain/backtesting/stored-report';
import { CountAnswer, FractionAnswer, MoneyAnswer, ObjectAnswer, TextAnswer } from '../http/answer-fields';

/** The trades of one tag. */
class TagSumRead {
  @TextAnswer({
    description: 'The tag; null for the trades without one',
    example: 'breakout',
    nullable: true,
  })
  tag: string | null;

  @CountAnswer('trades', { description: 'How many there are', example: 12 })
  trades: number;

  @MoneyAnswer({ description: 'Sum of their profits and losses', example: '1834.2' })
  pnl: string;

  @FractionAnswer({ description: 'Share of them that made a profit', example: 0.58 })
  win_rate: number;
}

/** Trades by the tags of the rules that decided them. */
export class TagSumsRead {
  @ObjectAnswer([TagSumRead], { description: 'By entry_tag, in the order of the tags' })
  entry: TagSumRead[];

  @ObjectAnswer([TagSumRead], { description: 'By exit_tag, in the order of the tags' })
  exit: TagSumRead[];
}

export const TAGS_FIELD = {
  description: 'Trades, profit and win rate by the tags of the rules; left out where no trade has a tag',
  required: false,
} as const;

export function toTagSums({ entry, exit }: TagSums): TagSumsRead {
  return { entry: entry.map(toTagSum), exit: exit.map(toTagSum) };
}

function toTagSum({ tag, trades, pnl, winRate }: TagSums['entry'][number]): TagSumRead {
  return { tag, trades, pnl, win_rate: winRate };
}
