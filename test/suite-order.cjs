const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that wait for processes and databases run before those that only calculate, which fill the gaps at the end. */
const ORDER = ['jobs', 'e2e', 'unit', 'faults', 'console'];

/** By far the longest of its project, which Jest does not know where it has not run yet. */
const LONGEST = /every-page[.]flow-spec[.]ts$/;

/** Jest's own order, the longest first as far as it knows, within each project. */
module.exports = class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = ({ context, path }) =>
      ORDER.indexOf(context.config.displayName.name) - (LONGEST.test(path) ? 0.5 : 0);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
