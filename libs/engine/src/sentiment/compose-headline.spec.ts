import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalOf } from './aggregate-headlines';
import { createFinanceLexicon } from './finance-lexicon';
import { scoreText } from './score-text';

const FILE = join(__dirname, '../../../../node_modules/vader-sentiment/vader_lexicon.txt');
const finance = createFinanceLexicon(readFileSync(FILE, 'utf8'));
const signal = (title: string) => signalOf(scoreText(title, finance));

describe('the rules of headlines', () => {
  // Each rule both ways round, with the signs that a reader of the business pages gives them.
  it.each([
    ['a subject that is bad when it grows', 'Layoffs slow in tech sector', 'Export growth loses momentum'],
    ['an extreme of such a subject', 'Yields retreat from 15-year high', 'Yields climb to 15-year high'],
    ['an object', 'Insurer raises payout', 'Insurer cuts payout'],
    ['the subject before a preposition', 'Concerns over credit quality fade', 'Hopes of quick deal fade'],
    ['supply of a commodity', 'Crude stockpiles shrink', 'OPEC+ agrees bigger output hike'],
    ['output of a company', 'Industrial output rebounds', 'Industrial output slumps'],
    ['a reversing verb', 'Prosecutors drop charges against bank chief', 'Coin gives back its entire rally'],
    ['a passive', 'Import tariffs delayed by 90 days', 'Import tariffs raised by 90%'],
    ['a failure', 'Sellers fail to halt rally', 'Bank fails to reassure depositors'],
    ['a refusal', 'Bulls refuse to give up', 'Riksbank in no hurry to cut rates'],
    ['a restraint', 'Regulator lifts ban on flights', 'Regulator imposes ban on flights'],
    ['what is avoided', 'Google avoids breakup', 'Investors avoid stocks'],
    ['less than expected', 'Losses at broker smaller than feared', 'Gains at broker smaller than hoped'],
    ['a lesser move', 'Target sales fall less than expected', 'Target sales rise less than expected'],
    ['what is returned', 'Stolen ether returned to protocol', 'Ether stolen from protocol'],
    ['the reason of a move', 'Gold climbs as jobs data disappoint', 'Gold dips as optimism benefits stocks'],
    ['a concession', 'Stocks rise despite weak jobs report', 'Stocks fall even as profits beat forecasts'],
    ['a change of rating', 'Nike upgraded to neutral from sell', 'Nike downgraded to buy from strong buy'],
    ['a signed percentage', 'Nokia +6% after selling its maps', 'Nokia −3.5% in early trading'],
    ['what happens to a price', 'Tax relief lifts bank stocks', 'Tariff threat sinks auto stocks'],
    ['curly quotation marks', 'China’s “recovery” is here', 'Investors won’t gain from it'],
  ])('follow %s', (_rule, good, bad) => {
    expect([good, bad].map(signal)).toEqual(['bullish', 'bearish']);
  });

  it.each([
    ['a question', 'Will inflation fall next year?'],
    ['an explanation', 'How tariffs hurt growth'],
    ['what was expected', 'Consumer prices rose 0.2% in May, in line with forecasts'],
    ['the reason of a price that is unchanged', 'Gold flat as investors fear a recession'],
    ['evidence of equal weight for both', 'Profit rises, sales fall'],
  ])('score 0 for %s', (_rule, title) => {
    expect(scoreText(title, finance)).toBeCloseTo(0, 12);
  });

  it('judge each sentence of a summary by itself', () => {
    expect(signal('Will inflation fall? Stocks surge. Rates are as expected.')).toBe('bullish');
  });

  // VADER's README.
  it.each([
    ['The book was good.', 0.4404],
    ['Today SUX!', -0.5461],
    ['Not bad at all', 0.431],
  ])('leave "%s", which is not of markets, as VADER scores it', (text, compound) => {
    expect(scoreText(text, finance)).toBeCloseTo(compound, 3.99);
  });
});
