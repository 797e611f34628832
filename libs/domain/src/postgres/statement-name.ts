import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

/** What is said of a statement instead of its values. */
export interface StatementName {
  /** The operation, the table and eight digits of a digest of `text`: the same in all processes of a version. */
  readonly name: string;
  readonly operation: string;
  readonly table: string | undefined;
  /** The statement without its values, at most 1,000 characters of it. */
  readonly text: string;
}

/**
 * What a statement consists of, in the order in which a reader has to look: a quote inside a comment begins no string. Words and
 * parameters are listed so that their digits are no numbers.
 */
const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<kept>"(?:[^"]|"")*"|\$\d+|(?<![\w$])[A-Za-z_][\w$]*(?!&?'))|(?<value>[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*(?:'|$)|\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?(?:\$\k<tag>\$|$)|\d[\w.]*)/g;
const LIST = /\((?:\s*(?:\?|\$\d+|default)\s*,?)+\)(?:\s*,\s*\((?:\s*(?:\?|\$\d+|default)\s*,?)+\))*/gi;
const CHANGE = /\b(insert into|(?<!\b(?:for|key|do) )update|delete from|merge into) (?:only )?([\w."]+)/i;
/** Sent in one text with what they are for. */
const SETTINGS = /^(?:(?:begin|start transaction|set [^;]+)\s*;\s*)+(?=\S)/i;
/** Not the `from` inside `extract(epoch from …)`. */
const READ = /(?<!\bextract\(\w+ )\bfrom (?:only )?([A-Za-z_"][\w."]*)/i;
const LONGEST_TEXT = 1_000;
/** Those that hold many values as text are rarely the same. */
const LONGEST_KEPT = 20_000;

const known = new LRUCache<string, StatementName>({ max: 500 });

export function nameOfStatement(sql: string): StatementName {
  const found = known.get(sql);
  if (found) return found;
  const named = describe(sql);
  if (sql.length <= LONGEST_KEPT) known.set(sql, named);
  return named;
}

function describe(sql: string): StatementName {
  const text = withoutValues(sql);
  const [first = 'unknown'] = /[a-z]+/i.exec(text.replace(SETTINGS, '')) ?? [];
  const change = CHANGE.exec(text);
  const isCompound = /^(with|explain)$/i.test(first);
  const operation = (isCompound ? (change?.[1].split(' ')[0] ?? 'select') : first).toLowerCase();
  const copied = /^copy ([A-Za-z_"][\w."]*)/i.exec(text);
  const table = (copied?.[1] ?? change?.[2] ?? READ.exec(text)?.[1])?.replaceAll('"', '');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = [operation, table, digest].filter((part) => part !== undefined).join(' ');
  return { name, operation, table, text: text.slice(0, LONGEST_TEXT) };
}

/** Literals are `?`, and lists of values of any length are one. */
export function withoutValues(sql: string): string {
  return sql
    .replace(TOKEN, (_token, ...rest) => {
      const { comment, kept } = rest.at(-1) as Record<'comment' | 'kept', string | undefined>;
      return comment === undefined ? (kept ?? '?') : ' ';
    })
    .replace(LIST, '(?)')
    .replace(/\s+/g, ' ')
    .trim();
}
