// Rules of this project for ESLint; test/lint/bad breaks each of them.

const MOST_DEPENDENCIES = 5;
const WIRE_KEY = /^[a-z0-9]+(?:_[a-z0-9]+)+$/;
const LOG_METHODS = new Set(['debug', 'info', 'warn', 'error', 'fatal', 'child']);

const problem = (description, messages, create) => ({
  meta: { type: 'problem', docs: { description }, schema: [], messages },
  create,
});

const decoratorName = ({ expression }) => (expression.callee ?? expression).name;

/** `...{ a, b }` and `...[a, b]` hold what can be written where they are. */
const literalSpread = problem(
  'No spread of a literal',
  { spread: 'Write the members where the spread is.' },
  (context) => ({
    SpreadElement(node) {
      if (!['ObjectExpression', 'ArrayExpression'].includes(node.argument.type)) return;
      context.report({ node, messageId: 'spread' });
    },
  }),
);

/** Metrics are no collaborators: they decide nothing. */
const injectedDependencies = problem(
  `At most ${MOST_DEPENDENCIES} injected dependencies`,
  { many: `{{ count }} are injected, more than ${MOST_DEPENDENCIES}: the class does the work of two.` },
  (context) => ({
    'ClassDeclaration[decorators.length>0] > ClassBody > MethodDefinition[kind="constructor"]'({ value }) {
      const injected = value.params.filter(
        ({ decorators = [] }) => !decorators.some((decorator) => decoratorName(decorator) === 'InjectMetric'),
      );
      if (injected.length <= MOST_DEPENDENCIES) return;
      context.report({ node: value, messageId: 'many', data: { count: injected.length } });
    },
  }),
);

const isLogged = ({ parent: call, ...object }) =>
  call.type === 'CallExpression' &&
  call.callee.type === 'MemberExpression' &&
  LOG_METHODS.has(call.callee.property.name) &&
  call.arguments[0].range[0] === object.range[0];

/** An answer is built by the mapper beside its DTO; snake case elsewhere is a wire object that nobody describes. */
const wireKeys = problem(
  'Wire objects are built in DTO files',
  { wire: "'{{ name }}' belongs to a wire object: build it in the DTO's file." },
  (context) => ({
    'ObjectExpression > Property[computed=false]'({ key, parent }) {
      const name = key.type === 'Identifier' ? key.name : key.value;
      if (!WIRE_KEY.test(name) || isLogged(parent)) return;
      context.report({ node: key, messageId: 'wire', data: { name } });
    },
  }),
);

export default {
  rules: {
    'literal-spread': literalSpread,
    'injected-dependencies': injectedDependencies,
    'wire-keys': wireKeys,
  },
};
