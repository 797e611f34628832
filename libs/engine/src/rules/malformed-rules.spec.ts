import { above, entry, refusalOf } from '../../test/refusal-of-rules';

it.each<[string, unknown, string]>([
  ['no parameters', undefined, 'parameters.rules: missing'],
  ['no rules', { fast: 10 }, 'parameters.rules: missing'],
  ['a list of parameters', [], 'parameters.rules: missing'],
  [
    'rules that are text',
    { rules: 'close > open' },
    'parameters.rules: expected an object of rules, got "close > open"',
  ],
  ['rules that are null', { rules: null }, 'parameters.rules: expected an object of rules, got null'],
  ['rules that are a list', { rules: [] }, 'parameters.rules: expected an object of rules, got an array'],
  [
    'rules without one',
    { rules: {} },
    'parameters.rules: without entry_long or entry_short nothing is ever traded',
  ],
  [
    'an unknown rule',
    { rules: { enter: { gt: [1, 2] } } },
    'parameters.rules: unknown rule "enter"; rules are entry_long, exit_long, entry_short, exit_short',
  ],
  [
    'an exit of a side that is never entered',
    { rules: { entry_long: { gt: [2, 1] }, exit_short: { gt: [2, 1] } } },
    'parameters.rules.exit_short: an exit without entry_short never applies',
  ],
  [
    'a condition that is a value',
    entry('close'),
    'parameters.rules.entry_long: expected a condition, got "close"',
  ],
  ['a condition that is true', entry(true), 'parameters.rules.entry_long: expected a condition, got true'],
  [
    'an empty condition',
    entry({}),
    'parameters.rules.entry_long: expected a condition with one key, got 0 keys',
  ],
  [
    'two conditions in one',
    entry({ gt: ['close', 1], lt: ['close', 2] }),
    'parameters.rules.entry_long: expected a condition with one key, got 2 keys',
  ],
  [
    'an unknown condition',
    entry({ above: ['close', 1] }),
    'parameters.rules.entry_long: unknown condition "above"; a condition is one of all, any, not, gt, gte, lt, lte, eq, ' +
      'crosses_above, crosses_below, between, rising, falling',
  ],
  [
    'an unknown operation, deep inside',
    entry({ all: [{ gt: [1, 2] }, { gt: [{ pow: ['close', 2] }, 2] }] }),
    'parameters.rules.entry_long.all[1].gt[0]: unknown operation "pow"; a value is one of ref, param, add, sub, mul, div, ' +
      'min, max, abs, log, sqrt, neg, sma, ema, ',
  ],
  [
    'an empty group',
    entry({ any: [] }),
    'parameters.rules.entry_long.any: expected an array of one or more conditions, got none',
  ],
  [
    'a group that is none',
    entry({ all: {} }),
    'parameters.rules.entry_long.all: expected an array of one or more conditions',
  ],
  [
    'too few sides',
    entry({ gt: ['close'] }),
    'parameters.rules.entry_long.gt: expected an array of 2, got 1',
  ],
  [
    'too many sides',
    entry({ gt: ['close', 1, 2] }),
    'parameters.rules.entry_long.gt: expected an array of 2, got 3',
  ],
  [
    'no sides',
    entry({ between: 'close' }),
    'parameters.rules.entry_long.between: expected an array of 3, got "close"',
  ],
  [
    'a number as text',
    above('30'),
    'parameters.rules.entry_long.gt[1]: unknown column "30"; columns are open, high',
  ],
  ['an unknown column', above('clsoe'), 'parameters.rules.entry_long.gt[1]: unknown column "clsoe"'],
  ['code', above('process.exit(1)'), 'parameters.rules.entry_long.gt[1]: unknown column "process.exit(1)"'],
  ['null', above(null), 'parameters.rules.entry_long.gt[1]: expected a value'],
  ['a value that is true', above(true), 'parameters.rules.entry_long.gt[1]: expected a value'],
  ['a list', above([1]), 'parameters.rules.entry_long.gt[1]: expected a value'],
  ['not a number', above(NaN), 'parameters.rules.entry_long.gt[1]: expected a number'],
  ['infinity', above(Infinity), 'parameters.rules.entry_long.gt[1]: expected a number'],
  [
    'a look ahead',
    above({ ref: ['close', -1] }),
    'parameters.rules.entry_long.gt[1].ref[1]: ref looks back: -1 bars would look ahead, which no strategy can',
  ],
  [
    'half a bar',
    above({ ref: ['close', 1.5] }),
    'parameters.rules.entry_long.gt[1].ref[1]: expected an integer from 0 to 2000 or {"param": name}, got 1.5',
  ],
  [
    'a reference too far',
    above({ ref: ['close', 2001] }),
    'parameters.rules.entry_long.gt[1].ref[1]: expected an integer from 0 to 2000',
  ],
  [
    'no steps',
    entry({ rising: ['close', 0] }),
    'parameters.rules.entry_long.rising[1]: expected an integer from 1 to 2000',
  ],
  [
    'a period too long',
    above({ sma: { period: 2001 } }),
    'parameters.rules.entry_long.gt[1].sma.period: expected an integer from 1 to 2000 or {"param": name}, got 2001',
  ],
  [
    'a period of none',
    above({ ema: { period: 0 } }),
    'parameters.rules.entry_long.gt[1].ema.period: expected an integer from 1 to 2000',
  ],
  ['a period as text', above({ ema: { period: '9' } }), 'got "9"'],
  ['a period of null', above({ ema: { period: null } }), 'got null'],
  [
    'an unknown setting',
    above({ sma: { length: 20 } }),
    'parameters.rules.entry_long.gt[1].sma: sma has no setting "length": it has period, source',
  ],
  [
    'a source where there is none',
    above({ atr: { source: 'close' } }),
    'parameters.rules.entry_long.gt[1].atr: atr has no setting "source": it has period',
  ],
  [
    'an unknown output',
    above({ macd: { output: 'trend' } }),
    'parameters.rules.entry_long.gt[1].macd.output: expected one of macd, signal, histogram, got "trend"',
  ],
  [
    'settings at odds',
    above({ macd: { fast: 30, slow: 20 } }),
    'parameters.rules.entry_long.gt[1].macd: fast (30) must be below slow (20)',
  ],
  [
    'settings that are a number',
    above({ sma: 20 }),
    'parameters.rules.entry_long.gt[1].sma: expected an object with the settings of sma, got 20',
  ],
  [
    'an unknown variable',
    above('$slow'),
    'parameters.rules.entry_long.gt[1]: unknown variable "$slow"; parameters.vars has none',
  ],
  [
    'an unknown variable among others',
    { ...above('$slow'), vars: { fast: 1 } },
    'parameters.rules.entry_long.gt[1]: unknown variable "$slow"; parameters.vars has $fast',
  ],
  [
    'a variable that is itself',
    { ...above('$a'), vars: { a: '$a' } },
    'parameters.vars.a: the variable "a" refers to itself',
  ],
  [
    'variables in a circle',
    { ...above('$a'), vars: { a: { neg: '$b' }, b: { add: [1, '$c'] }, c: '$a' } },
    'parameters.vars.c: the variable "a" refers to itself',
  ],
  [
    'an error in a variable that nobody uses',
    { ...above(1), vars: { a: 'x' } },
    'parameters.vars.a: unknown column "x"',
  ],
  [
    'a condition in a variable',
    { ...above(1), vars: { a: { gt: [1, 2] } } },
    'parameters.vars.a: unknown operation "gt"',
  ],
  [
    'variables that are a list',
    { ...above(1), vars: [] },
    'parameters.vars: expected an object of variables, got an array',
  ],
  [
    'variables that are null',
    { ...above(1), vars: null },
    'parameters.vars: expected an object of variables, got null',
  ],
  [
    'a variable without a name',
    { ...above(1), vars: { '': 1 } },
    'parameters.vars: a name is a letter followed by',
  ],
  [
    'a variable named like nothing',
    { ...above(1), vars: { 'a b': 1 } },
    'parameters.vars: a name is a letter followed by',
  ],
  [
    'a parameter named by a number',
    above({ param: 5 }),
    'parameters.rules.entry_long.gt[1].param: a name is a letter followed by',
  ],
  [
    'a parameter without a value',
    above({ sma: { period: { param: 'slow' } } }),
    'parameters.slow: missing; parameters.rules.entry_long.gt[1].sma.period takes its value from there',
  ],
  [
    'a parameter out of range',
    { ...above({ sma: { period: { param: 'slow' } } }), slow: 2.5 },
    'parameters.slow: must be an integer from 1 to 2000 where the rules use it, got 2.5',
  ],
  [
    'a parameter that nobody names',
    { ...above({ sma: { period: { param: 'slow' } } }), slow: 20, fsat: 10 },
    'parameters: unknown key "fsat"; these rules take rules, vars, slow',
  ],
  [
    'a parameter that cannot be both',
    { ...entry({ rising: [{ bollinger: { std: { param: 'x' } } }, { param: 'x' }] }), x: 101 },
    'parameters.x: must be an integer from 1 to 100 where the rules use it, got 101',
  ],
  [
    'a version that no dataset can have',
    above({ column: { dataset: 'model', column: 'score', version: 2 ** 31 } }),
    'parameters.rules.entry_long.gt[1].column.version: expected the number of a version, from 1 to 2147483647, got 2147483648',
  ],
])('refuses %s', (_name, parameters, message) => {
  expect(refusalOf(parameters)).toContain(message);
});
