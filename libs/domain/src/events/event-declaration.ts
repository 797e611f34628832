import type { Fields, ValuesOf } from './event-fields';

/**
 * What an event is of: a series (exchange, symbol, interval), a symbol of an exchange, or a resource with an id. `parts` are
 * in the order of the subject.
 */
type EventScope = 'series' | 'symbol' | 'resource';

/** All that is known of one kind of event; documents, envelopes, subjects and types are made from it. */
export interface EventDeclaration<Declared extends Fields = Fields, Recorded = ValuesOf<Declared>> {
  readonly title: string;
  /** When it is published, in a sentence. */
  readonly summary: string;
  /** Of the form of `data`: raised when a field is removed or changes its meaning; a new field leaves it as it is. */
  readonly version: number;
  readonly scope: EventScope;
  /** What `subject` calls the resource. */
  readonly resource?: string;
  /** Of `data`. */
  readonly fields: Declared;
  readonly example: ValuesOf<Declared>;
  /** With the time of the commit these name one content: never repeated for another one. */
  readonly identity: (data: ValuesOf<Declared>) => readonly (string | number)[];
  /** The events of one recorded row, each by its `data`, in their order. */
  readonly unfold: (recorded: Recorded) => readonly ValuesOf<Declared>[];
}

/** Of an event that is recorded as it is published. */
export const ONE_EACH = <Data>(recorded: Data): readonly Data[] => [recorded];
