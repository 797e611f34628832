const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that wait for processes and databases run before those that only calculate, which fill the gaps at the end. */
const ORDER = ['jobs', 'e2e', 'unit', 'faults'];

/** Jest's own order, the longest first as far as it knows, within each project. */
module.exports = class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => ORDER.indexOf(context.config.displayName.name);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
