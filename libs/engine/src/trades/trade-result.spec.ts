import { SPOT } from '../../test/trade-fills';
import { tradeResult, type TradeTerms } from './trade-result';

const LONG: TradeTerms = {
  side: 'long',
  quantity: '1000',
  entryPrice: '1.08',
  exitPrice: '1.09',
  contract: SPOT,
  fees: '2',
  funding: null,
  stop: '1.076',
};

describe('the result of a trade', () => {
  // Gross P&L as LEAN's TradeBuilderTests have it: AllInAllOutLong 10 and AllInAllOutShort -10, with fees of 2.
  it('of a long and of a short', () => {
    expect(tradeResult(LONG)).toEqual({
      entryValue: '1080',
      grossPnl: '10',
      netPnl: '8',
      tradeReturn: 8 / 1080,
      rMultiple: 2,
    });
    expect(tradeResult({ ...LONG, side: 'short', stop: '1.084' })).toEqual({
      entryValue: '1080',
      grossPnl: '-10',
      netPnl: '-12',
      tradeReturn: -12 / 1080,
      rMultiple: -3,
    });
  });

  it('adds funding, and scales with the multiplier', () => {
    const contract = { multiplier: '10', isInverse: false };
    expect(tradeResult({ ...LONG, contract, funding: '-18' })).toEqual({
      entryValue: '10800',
      grossPnl: '100',
      netPnl: '80',
      tradeReturn: 80 / 10_800,
      rMultiple: 2,
    });
  });

  it('is null while the trade is open, but for its value', () => {
    const open = { entryValue: '1080', grossPnl: null, netPnl: null, tradeReturn: null, rMultiple: null };
    expect(tradeResult({ ...LONG, exitPrice: null })).toEqual(open);
    expect(tradeResult({ ...LONG, grossPnl: null })).toEqual(open);
  });

  // R is what the trade would have lost at its stop: one that was moved to where it gains says nothing of that.
  it('has no R multiple without a stop at which it loses', () => {
    for (const stop of [null, '1.0800', '1.085']) {
      expect(tradeResult({ ...LONG, stop }).rMultiple).toBeNull();
    }
    expect(tradeResult({ ...LONG, side: 'short', stop: '1.076' }).rMultiple).toBeNull();
    const inverse = { ...LONG, contract: { multiplier: '1', isInverse: true } };
    expect(tradeResult({ ...inverse, stop: '1.085' }).rMultiple).toBeNull();
    expect(tradeResult({ ...inverse, side: 'short', stop: '1.076' }).rMultiple).toBeNull();
  });

  it('of fills is that of their values, not of the rounded averages', () => {
    const trade = { ...LONG, quantity: '3', entryPrice: '0.333333333333333333', exitPrice: '1', stop: null };
    expect(tradeResult({ ...trade, entryValue: '1', grossPnl: '2', fees: '-1' })).toEqual({
      entryValue: '1',
      grossPnl: '2',
      netPnl: '3',
      tradeReturn: 3,
      rMultiple: null,
    });
    expect(tradeResult({ ...trade, fees: '0' }).entryValue).toBe('0.999999999999999999');
  });

  // nautilus_trader, test_position.py: 100,000 XBTUSD sold at 10,000 and bought at 11,000 are -0.90909091 BTC. At the stop, 12,500,
  // the loss is 10 - 8 = 2 BTC.
  it('of an inverse contract is in the base currency', () => {
    const contract = { multiplier: '1', isInverse: true };
    const terms = { quantity: '100000', entryPrice: '10000', exitPrice: '11000', fees: '0', stop: '12500' };
    const short = tradeResult({ ...LONG, ...terms, side: 'short', contract });
    expect(short).toEqual({
      entryValue: '10',
      grossPnl: '-0.909090909090909091',
      netPnl: '-0.909090909090909091',
      tradeReturn: -0.09090909090909091,
      rMultiple: -0.45454545454545453,
    });
    expect(tradeResult({ ...LONG, ...terms, contract }).grossPnl).toBe('0.909090909090909091');
  });

  it('has no return where the value is rounded to 0', () => {
    const contract = { multiplier: '0.000000000000000001', isInverse: true };
    expect(tradeResult({ ...LONG, quantity: '0.1', contract })).toMatchObject({
      entryValue: '0',
      tradeReturn: null,
      rMultiple: null,
    });
  });
});
