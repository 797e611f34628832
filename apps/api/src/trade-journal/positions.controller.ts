import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { PositionList } from '#domain/trade-journal/position-list';
import { ListingAnswer, toListing } from '../http/listing';
import { Operation, pageSchema } from '../http/operation';
import { positionOf } from '../http/page.dto';
import { CheckedQuery } from '../http/validation/pipes';
import { ListPositionsQuery, PositionRead, toPositionFilter, toPositionRead } from './position.dto';

@ApiTags('Trade journal')
@ApiExtraModels(PositionRead)
@Controller('api/v1/trade-journal/positions')
export class PositionsController {
  constructor(private readonly positions: PositionList) {}

  @Get()
  @Operation({
    summary: 'List positions',
    description:
      'What accounts hold: as computed from their fills, as last reported, the difference, and the unrealised P&L at the last stored close. The ' +
      'newest position first.',
    answer: { description: 'A page of positions', schema: pageSchema(PositionRead) },
  })
  async listPositions(@CheckedQuery() query: ListPositionsQuery, @ListingAnswer() answer: ListingAnswer) {
    const page = await this.positions.list(toPositionFilter(query), positionOf(query));
    return answer(query, toListing(query, page, toPositionRead));
  }
}
