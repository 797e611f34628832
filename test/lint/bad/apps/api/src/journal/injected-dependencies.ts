import { Injectable } from '@nestjs/common';

@Injectable()
export class Busybody {
  constructor(
    readonly first: Date,
    readonly second: Date,
    readonly third: Date,
    readonly fourth: Date,
    readonly fifth: Date,
    readonly sixth: Date,
  ) {}
}
