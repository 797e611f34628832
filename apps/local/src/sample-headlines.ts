/**
 * What the sample's last days were about, in our own words: public facts of April 2020, with the prices' sample to be read
 * beside. Stored at every start; those that are there stay.
 */
export const SAMPLE_HEADLINES = [
  {
    title: 'US retail sales post record 8.7% plunge in March as shutdowns bite',
    published_at: '2020-04-15T12:45:00Z',
  },
  {
    title: 'Bank profits tumble as lenders set aside billions for bad loans',
    published_at: '2020-04-15T13:20:00Z',
  },
  { title: 'S&P 500 falls 2% on grim economic data', published_at: '2020-04-15T20:10:00Z' },
  {
    title: 'Another 5.2 million Americans file for jobless benefits as crisis deepens',
    published_at: '2020-04-16T12:40:00Z',
  },
  { title: 'S&P 500 edges higher as tech shares gain', published_at: '2020-04-16T20:10:00Z' },
  {
    title: 'S&P 500 futures jump on hopes for virus drug and plan to reopen economy',
    published_at: '2020-04-17T08:30:00Z',
  },
  {
    title: 'S&P 500 rallies 2.7% to cap second straight weekly gain',
    published_at: '2020-04-17T20:10:00Z',
  },
].map((headline) => ({ ...headline, source: 'sample', symbols: ['SPX'] }));

/** The evening of the sample's last session. */
export const SAMPLE_END = '2020-04-17T22:00:00Z';
