interface Node {
  readonly [key: string]: unknown;
}

interface Content {
  readonly schema: Node;
  readonly example?: unknown;
}

type Contents = Readonly<Record<string, Content>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

const VERBS =
  /^(check|compute|create|change|delete|describe|discard|export|fetch|ingest|list|precompute|query|read|release|repair|replay|run|set|store|stream|submit|untrack|update|verify)[A-Z]/;

/** What a number counts or is measured in; identifiers count nothing. */
const UNITS = new RegExp(
  `\\b(${[
    ...[
      'identifier',
      'no unit',
      'unit',
      'fraction',
      'ratio',
      'probability',
      'multiple',
      'basis points',
      'score',
      'nats',
    ],
    ...[
      'seconds',
      'days?',
      'bars?',
      'candles?',
      'fills',
      'lines?',
      'sessions?',
      'trades?',
      'windows?',
      'combinations?',
      'runs?',
    ],
    ...[
      'series',
      'records?',
      'headlines?',
      'jobs?',
      'observations',
      'events',
      'streams',
      'features',
      'page',
      'points',
    ],
    ...[
      'year',
      '1 to 12',
      'index',
      'attempts',
      'requests',
      'chunks',
      'blocks',
      'splits',
      'repetitions',
      'definitions',
    ],
  ].join('|')})\\b`,
  'i',
);

/** What decimal text is measured in: as for numbers, and money and amounts besides. */
const DECIMAL_UNITS =
  /\b(quote currency|base currency|settlement currency|fraction|factor|shares|cash per share|units)\b/i;

/** Names that mean one thing everywhere, with the type that follows from it. */
const NAMED_FORMS: readonly (readonly [name: RegExp, form: string])[] = [
  [/^job_id$/, 'integer'],
  [/_at$/, 'string date-time'],
  [/_date$/, 'string date'],
];

/** Ranges are start and end; members of a universe have the names that the field gives their days. */
const REPLACED_NAMES = ['first', 'last', 'from', 'to'];
const IS_MEMBER = /^#\/\w*Member(Dto|Read)$/;

/** Intervals say what they are: a number and a unit. */
const SELF_EXPLANATORY = ['Interval'];

/** What keeps a document from being a contract that programs and people can work by. */
export function documentProblems(document: Document): string[] {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
  const ids = operations.map(({ operation }) => String(operation.operationId));
  const tags = new Set(document.tags?.filter(({ description }) => description).map(({ name }) => name));
  return [
    ...ids.filter((id) => !VERBS.test(id)).map((id) => `${id} does not begin with a verb`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is used twice`),
    ...operations.flatMap(({ name, operation }) => [
      ...(operation.tags as string[])
        .filter((tag) => !tags.has(tag))
        .map((tag) => `${name}: tag ${tag} is not described`),
      ...successSchemas(operation).flatMap((schema) => openObjects(schema, schemas, name, [])),
      ...contentsOf(operation).flatMap(([type, content]) => mediaTypeProblems(name, type, content)),
    ]),
    ...Object.entries(schemas).flatMap(([name, schema]) => wordProblems(name, schema)),
    ...[document.components.schemas, document.paths].flatMap((part) => nodeProblems(part, '#')),
  ];
}

function successSchemas({ responses }: Node): Node[] {
  return Object.entries(responses as Record<string, { content?: Contents }>)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));
}

/** What requests and answers carry, by media type. */
function contentsOf({ requestBody, responses }: Node): [string, Content][] {
  const parts = [requestBody, ...Object.values(responses as Node)] as ({ content?: Contents } | undefined)[];
  return parts.flatMap((part) => Object.entries(part?.content ?? {}));
}

/** JSON has fields; CSV, NDJSON, events and metrics are text, and an example of them is one of that form. */
function mediaTypeProblems(name: string, type: string, { schema, example }: Content): string[] {
  const at = `${name} ${type}`;
  if (type.endsWith('json') && type !== 'application/x-ndjson')
    return schema.type === 'string' ? [`${at} is typed as text`] : [];
  if (schema.type !== 'string') return [`${at} is not typed as text`];
  const shown = example ?? schema.example;
  const isJson = typeof shown === 'string' && shown.startsWith('{');
  return shown === undefined || isJson === (type === 'application/x-ndjson')
    ? []
    : [`${at} has an example of another form`];
}

/** How the description of a value of any form begins, which then says why. */
const ANY_FORM = 'Any JSON value: ';

/** Objects that do not say what is in them. */
function openObjects(
  schema: Node | undefined,
  schemas: Document['components']['schemas'],
  at: string,
  seen: readonly string[],
): string[] {
  if (schema === undefined || Object.keys(schema).length === 0) return [`${at} may be anything`];
  const { $ref, properties, additionalProperties, items, allOf, oneOf, anyOf, type, description } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1)!;
    return seen.includes(name) ? [] : openObjects(schemas[name], schemas, at, [...seen, name]);
  }
  const parts = [allOf, oneOf, anyOf].flatMap((part) => (part ?? []) as Node[]);
  if (parts.length > 0) return parts.flatMap((part) => openObjects(part, schemas, at, seen));
  if (type === 'array') return openObjects(items as Node, schemas, `${at}[]`, seen);
  if (type === undefined && String(description).startsWith(ANY_FORM)) return [];
  if (type === undefined) return [`${at} has no type`];
  if (type !== 'object') return [];
  const isMap = typeof additionalProperties === 'object';
  if (properties === undefined && !isMap) return [`${at} is an object without properties`];
  return [
    ...(isMap ? openObjects(additionalProperties as Node, schemas, `${at}{}`, seen) : []),
    ...Object.entries((properties ?? {}) as Record<string, Node>).flatMap(([name, property]) =>
      openObjects(property, schemas, `${at}.${name}`, seen),
    ),
  ];
}

function nodeProblems(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const { enum: words, anyOf, nullable, type, properties } = node;
  const inner = Object.entries(node)
    .filter(([key]) => key !== 'example')
    .flatMap(([key, item]) => nodeProblems(item, `${at}/${key}`));
  const isNamed = /^#\/\w+$/.test(at);
  return [
    ...(Array.isArray(words) && words.length > 1 && !isNamed
      ? [`${at}: the words ${words.join()} have no name`]
      : []),
    ...(Array.isArray(words) && words.includes(null) ? [`${at}: null among words`] : []),
    ...(anyOf === undefined ? [] : [`${at}: anyOf`]),
    ...(nullable === true && (type === undefined) !== 'allOf' in node
      ? [`${at}: nullable needs a type, or a reference without one`]
      : []),
    ...(isFields(properties)
      ? Object.entries(properties).flatMap(([name, field]) => fieldProblems(name, field, at))
      : []),
    ...inner,
  ];
}

/** A list of words says what each of them means. */
function wordProblems(name: string, { enum: words, description = '' }: Node): string[] {
  if (!Array.isArray(words)) return [];
  if (description === '') return [`${name} has no description`];
  if (SELF_EXPLANATORY.includes(name)) return [];
  const explained: readonly string[] = String(description).match(/[\w-]+/g) ?? [];
  return (words as string[])
    .filter((word) => !explained.includes(word))
    .map((word) => `${name} does not explain ${word}`);
}

function isFields(properties: unknown): properties is Record<string, Node> {
  return (
    typeof properties === 'object' &&
    properties !== null &&
    !('type' in properties && typeof properties.type === 'string')
  );
}

function fieldProblems(name: string, field: Node, at: string): string[] {
  const { type, format, description = '' } = field as Readonly<Record<string, string | undefined>>;
  const isNumber = type === 'number' || type === 'integer';
  const isInterval =
    name === 'interval' && !JSON.stringify(field).includes('"#/components/schemas/Interval"');
  const named = NAMED_FORMS.find(([pattern]) => pattern.test(name));
  const form = [type, format].filter((part) => part !== undefined).join(' ');
  return [
    ...(description === '' ? [`${at}.${name} has no description`] : []),
    ...(named && named[1] !== form ? [`${at}.${name} is ${form}, not ${named[1]}`] : []),
    ...(REPLACED_NAMES.includes(name) && !IS_MEMBER.test(at) ? [`${at}.${name} is no name of a range`] : []),
    ...(isNumber && !UNITS.test(description) ? [`${at}.${name} has no unit: "${description}"`] : []),
    ...(format === 'decimal' && !DECIMAL_UNITS.test(description)
      ? [`${at}.${name} has no unit: "${description}"`]
      : []),
    ...(isInterval ? [`${at}.${name} is not an Interval`] : []),
  ];
}
