import type { OpenAPIObject } from '@nestjs/swagger';
import { type DocumentedOperation, operationsOf } from './operations-of';

const OPEN_PATHS = ['/health', '/ready'];

const ERROR_SCHEMA = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: { type: 'string', description: 'One readable sentence' },
    code: { type: 'string', description: 'Machine-readable error code' },
    errors: {
      type: 'array',
      description: 'The fields that are at fault, where a value breaks a rule',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Path of the field, such as execution.fees.maker' },
          message: { type: 'string', description: 'What is wrong with it, and what is allowed' },
        },
      },
    },
    request_id: {
      type: 'string',
      description: 'Identifier of the request, as in the header X-Request-Id and the log',
    },
  },
};

/** Decorators know an id in a path for a number only. */
const PATH_ID = {
  description: 'Identifier of the record or job, from a list or from the answer that created it',
  schema: { type: 'integer', minimum: 1 },
  example: 1,
};

const DESCRIPTIONS: Readonly<Record<number, [description: string, example: string]>> = {
  400: ['The body is not JSON', 'The body is not valid JSON in UTF-8'],
  401: ['No, a malformed, an expired or a forged token', 'A bearer token is required'],
  404: ['No such record', 'No record with the id 1'],
  408: [
    'The body did not arrive within REQUEST_TIMEOUT_SECONDS',
    'The body did not arrive within 300 seconds',
  ],
  412: ['If-Match does not name the current tag', 'If-Match does not name the current tag'],
  413: ['The body is too large', 'The body is larger than 1048576 bytes'],
  415: ['The body is of another type', 'The body must be JSON, sent with Content-Type: application/json'],
  422: ['A value breaks a rule; every field at fault is named', 'size must be an integer from 1 to 1000'],
  429: ['More requests than the configured limit', 'More than 600 requests in a minute'],
  431: [
    'The address and headers are longer than 16 KiB',
    'The address and headers of the request are too long',
  ],
  503: ['Database or queue out of reach', 'The database or the queue is out of reach; try again shortly'],
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header' as const,
  required: false,
  description: 'Tags of answers that are there already: 304 when the answer would be one of them',
  schema: { type: 'string' as const },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  description:
    'Tags of which one has to be the current one, as GET serves it, or *: else 412, and nothing changes',
  schema: { type: 'string' as const },
};
const ETAG = { description: 'The answer’s strong tag', schema: { type: 'string' as const } };
const LINK = {
  description:
    'rel="next" where more follows, "prev", "first" and "last" where they are other pages (RFC 8288); relative to the requested address unless PUBLIC_URL is set',
  schema: { type: 'string' as const },
};

const LOCATION = {
  description: 'Where GET reads it; absolute where PUBLIC_URL is set',
  schema: { type: 'string' as const, format: 'uri-reference' },
};
const RETRY_AFTER = {
  description: 'When to read it for the first time (seconds)',
  schema: { type: 'integer' as const },
};
const REPLAYED = {
  description: 'true where the Idempotency-Key was used before: this is the first answer',
  schema: { type: 'string' as const, enum: ['true'] },
};
const PREFERENCE_APPLIED = {
  description: 'The wait that was applied, where Prefer has one',
  schema: { type: 'string' as const },
};

/**
 * Adds to every operation the errors that follow from what it takes, the token it needs, and what its path takes; to reads
 * their tags, to lists their links, to what makes something its address.
 */
export function addSharedResponses(document: OpenAPIObject): OpenAPIObject {
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, Error: ERROR_SCHEMA };
  for (const { path, method, operation } of operationsOf(document)) {
    const isConditional = ['put', 'patch', 'delete'].includes(method);
    if (isConditional) (operation.parameters ??= []).push(IF_MATCH);
    addTo(operation, path, isConditional ? [412] : []);
    if (method === 'get') addHeadersOfReads(operation);
    addHeadersOfWrites(operation);
  }
  return document;
}

type Parameter = NonNullable<DocumentedOperation['parameters']>[number];

function isPathId(parameter: Parameter): boolean {
  if (!('in' in parameter) || parameter.in !== 'path') return false;
  const { schema } = parameter;
  return schema !== undefined && 'type' in schema && schema.type === 'number';
}

function addHeadersOfReads(operation: DocumentedOperation): void {
  const answer = operation.responses['200'];
  const isTagged =
    answer && 'content' in answer && answer.content?.['application/json'] && operation.security?.length;
  if (!isTagged) return;
  const parameters = (operation.parameters ??= []);
  const isList = parameters.some((parameter) => 'name' in parameter && parameter.name === 'page');
  answer.headers = { ...answer.headers, ETag: ETAG, ...(isList && { Link: LINK }) };
  operation.responses['304'] = {
    description: 'Not changed since the answer that an If-None-Match names',
    headers: { ETag: ETAG },
  };
  parameters.push(IF_NONE_MATCH);
}

/** Where to read what was made, and which preferences of the request were applied. */
function addHeadersOfWrites(operation: DocumentedOperation): void {
  const hasParameter = (name: string) =>
    operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === name);
  for (const status of ['200', '201', '202']) {
    const answer = operation.responses[status];
    if (!answer || !('description' in answer)) continue;
    const headers = {
      ...answer.headers,
      ...(status !== '200' && { Location: LOCATION }),
      ...(status === '202' && { 'Retry-After': RETRY_AFTER }),
      ...(hasParameter('Idempotency-Key') && { 'Idempotent-Replayed': REPLAYED }),
      ...(hasParameter('Prefer') && { 'Preference-Applied': PREFERENCE_APPLIED }),
    };
    if (Object.keys(headers).length > 0) answer.headers = headers;
  }
}

/** What is wrong with a body depends on what the operation takes. */
function descriptionOf(
  status: number,
  { requestBody }: DocumentedOperation,
): [description: string, example: string] {
  const types = requestBody && 'content' in requestBody ? Object.keys(requestBody.content) : [];
  if (types.length === 0 || types.includes('application/json')) return DESCRIPTIONS[status];
  if (status === 400) return ['The body is incomplete or cannot be unpacked', 'The body is incomplete'];
  if (status !== 415) return DESCRIPTIONS[status];
  return [DESCRIPTIONS[415][0], `The body must be UTF-8 sent with Content-Type: ${types.join(' or ')}`];
}

/** What every operation refuses: a query parameter that it does not have. */
function unknownParameter({ parameters = [] }: DocumentedOperation) {
  const names = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : []));
  const known = names.length === 0 ? 'it has none' : `known: ${names.join(', ')}`;
  const message = `is not a query parameter of this operation; ${known}`;
  return {
    detail: `unknown ${message}`,
    code: 'INVALID_PARAMETER',
    errors: [{ field: 'unknown', message }],
  };
}

function addTo(operation: DocumentedOperation, path: string, further: readonly number[]): void {
  const open = OPEN_PATHS.includes(path);
  operation.security = open ? [] : [{ bearerAuth: [] }];
  const ids = (operation.parameters ?? []).filter(isPathId);
  for (const id of ids) Object.assign(id, PATH_ID);
  const hasPathId = ids.length > 0;
  const statuses = [
    ...(operation.requestBody ? [400, 408, 413, 415] : []),
    ...(open ? [] : [401, 429]),
    // Also what takes nothing refuses a query parameter, but for what scrapers of metrics add.
    ...(open || path === '/metrics' ? [] : [422]),
    431,
    ...(hasPathId ? [404] : []),
    ...further,
    ...(path === '/health' ? [] : [503]),
  ];
  for (const status of statuses.filter((status) => !operation.responses[status])) {
    const [description, detail] = descriptionOf(status, operation);
    const example = status === 422 ? unknownParameter(operation) : { detail };
    const headers = {
      ...(status === 401 && { 'WWW-Authenticate': { schema: { type: 'string' as const } } }),
      ...([429, 503].includes(status) && { 'Retry-After': { schema: { type: 'integer' as const } } }),
    };
    operation.responses[status] = {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, example },
      },
    };
  }
}
