import { Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IfMatch } from '../http/if-match';
import { ListingAnswer } from '../http/listing';
import { pointTo } from '../http/located-answer';
import { errorAnswer, Operation, pageSchema } from '../http/operation';
import { RecordPageQuery } from '../http/page.dto';
import { CheckedPath, CheckedQuery, StrictBody } from '../http/validation/pipes';
import { StoreUniverseDto, UniversePath, UniverseRead, UniverseSummaryRead } from './universes.dto';
import { UniversesService } from './universes.service';

const ABSENT = { 404: errorAnswer('There is no such universe', 'No universe with the name tech') };

@ApiTags('Universes')
@ApiExtraModels(UniverseSummaryRead)
@Controller('api/v1/universes')
export class UniversesController {
  constructor(private readonly service: UniversesService) {}

  @Get()
  @Operation({
    summary: 'List universes',
    description: 'Newest first, without their members.',
    answer: { description: 'A page of universes', schema: pageSchema(UniverseSummaryRead) },
  })
  async listUniverses(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Get(':name')
  @Operation({
    summary: 'Read a universe',
    description: 'The universe with all of its members.',
    answer: { description: 'The universe', type: UniverseRead },
    otherAnswers: ABSENT,
  })
  readUniverse(@CheckedPath() { name }: UniversePath) {
    return this.service.read(name);
  }

  @Put(':name')
  @Operation({
    summary: 'Store a universe',
    description:
      'Creates the universe, or replaces all members of the one that has the name. Runs copied the members when they were submitted: they do not change. ' +
      'With If-Match it replaces alone: 412 where there is none with that tag.',
    answer: { description: 'The universe, whose members are replaced', type: UniverseRead },
    otherAnswers: { 201: { description: 'The universe, which is new', type: UniverseRead } },
  })
  async storeUniverse(
    @CheckedPath() { name }: UniversePath,
    @StrictBody() request: StoreUniverseDto,
    @IfMatch() ifMatch: IfMatch,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { universe, isNew } = await this.service.store(name, request, ifMatch);
    if (isNew) pointTo(response.status(201), `/api/v1/universes/${encodeURIComponent(name)}`);
    return universe;
  }

  @Delete(':name')
  @Operation({
    summary: 'Delete a universe',
    description: 'Removes the universe. Runs over it keep their copy of the members.',
    status: 204,
    answer: { description: 'Deleted' },
    otherAnswers: ABSENT,
  })
  deleteUniverse(@CheckedPath() { name }: UniversePath, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(name, ifMatch);
  }
}
