// Whether an answer is the one that the documentation shows. `…` is what the page leaves out: the rest of a text, elements of a list,
// or, as a key, further fields.

const LEFT_OUT = '…';
/** Different in every run, or more in a second one: compared by type alone. */
const VARIES = /(?:^|_)(?:id|at)$|^unchanged$/;
/** Less in a second run, never more. */
const SHRINKS = /^(?:inserted|requested)$/;
const TOLERANCE = 1e-9;

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const typeOf = (value) => (value === null ? 'null' : typeof value);
const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (text) => new RegExp(`^${text.split(LEFT_OUT).map(escape).join('[^]*')}$`);

/** The first difference as a sentence, or undefined. */
export function differenceOf(answer, output) {
  return answer.language === 'json'
    ? jsonDifference(answer.text, output)
    : textDifference(answer.text, output);
}

function jsonDifference(shown, output) {
  const actual = lastJson(output);
  if (actual === undefined) return `no JSON was printed, but: ${output.slice(0, 500)}`;
  return difference(JSON.parse(shown), actual, '');
}

/** The whole output, else its last line that is an object or a list. */
function lastJson(output) {
  for (const text of [output, ...output.trim().split('\n').toReversed()]) {
    try {
      const value = JSON.parse(text);
      if (text === output || typeof value === 'object') return value;
    } catch {
      // The next one then.
    }
  }
  return undefined;
}

function difference(shown, actual, path) {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (shown === LEFT_OUT) return undefined;
  if (VARIES.test(name) && !isObject(shown)) {
    return typeOf(shown) === typeOf(actual) ? undefined : expected(shown, actual, path);
  }
  if (SHRINKS.test(name) && actual < shown) return undefined;
  if (Array.isArray(shown) && Array.isArray(actual)) return listDifference(shown, actual, path);
  if (isObject(shown) && isObject(actual)) return objectDifference(shown, actual, path);
  return isSame(shown, actual) ? undefined : expected(shown, actual, path);
}

function isSame(shown, actual) {
  if (typeof shown === 'number' && typeof actual === 'number') {
    return Math.abs(shown - actual) <= TOLERANCE * Math.max(Math.abs(shown), Math.abs(actual));
  }
  if (typeof shown === 'string' && typeof actual === 'string') return patternOf(shown).test(actual);
  return shown === actual;
}

const expected = (shown, actual, path) =>
  `${path.slice(1) || 'the answer'} is ${JSON.stringify(actual)?.slice(0, 300)}, not ${JSON.stringify(shown)}`;

function objectDifference(shown, actual, path) {
  const isWhole = !Object.hasOwn(shown, LEFT_OUT);
  const names = Object.keys(shown).filter((name) => name !== LEFT_OUT);
  const missing = names.find((name) => !Object.hasOwn(actual, name));
  if (missing !== undefined) return `${path.slice(1)}.${missing} is missing`;
  const further = Object.keys(actual).find((name) => isWhole && !Object.hasOwn(shown, name));
  if (further !== undefined) return `${path.slice(1)}.${further} is not shown`;
  return firstDefined(names, (name) => difference(shown[name], actual[name], `${path}.${name}`));
}

function listDifference(shown, actual, path) {
  if (shown.length > 2 && shown[0] === LEFT_OUT && shown.at(-1) === LEFT_OUT) {
    return runDifference(shown.slice(1, -1), actual, path);
  }
  const cut = shown.indexOf(LEFT_OUT);
  const head = cut < 0 ? shown : shown.slice(0, cut);
  const tail = cut < 0 ? [] : shown.slice(cut + 1);
  const fits = cut < 0 ? actual.length === shown.length : actual.length >= shown.length - 1;
  if (!fits) return `${path.slice(1) || 'the answer'} has ${actual.length} elements`;
  const end = actual.slice(actual.length - tail.length);
  return (
    firstDefined(head, (item, index) => difference(item, actual[index], `${path}[${index}]`)) ??
    firstDefined(tail, (item, index) =>
      difference(item, end[index], `${path}[${actual.length - tail.length + index}]`),
    )
  );
}

/** Of elements that follow one another somewhere in the list. */
function runDifference(items, actual, path) {
  const isAt = (start) => items.every((item, index) => !difference(item, actual[start + index], ''));
  const starts = Array.from({ length: Math.max(0, actual.length - items.length + 1) }, (_, start) => start);
  return starts.some(isAt) ? undefined : expected(items, actual, path);
}

function firstDefined(items, find) {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Line by line; a line that is `…` alone leaves lines out. */
function textDifference(shown, output) {
  const pattern = patternOf(shown.trim());
  return pattern.test(output.trim()) ? undefined : `printed was:\n${output.trim().slice(0, 2_000)}`;
}
