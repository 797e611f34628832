import { Column } from 'typeorm';

/** The five numbers of a candle as stored: `numeric` keeps every digit, so a price comes back as it was sent. */
export class CandleNumbers {
  @Column('numeric')
  open: string;

  @Column('numeric')
  high: string;

  @Column('numeric')
  low: string;

  @Column('numeric')
  close: string;

  @Column('numeric')
  volume: string;
}
