export type Named = Readonly<Record<string, object>>;

/** The channels of one transport, with the messages and schemas that they refer to. */
export interface AsyncApiPart {
  readonly servers: Named;
  readonly channels: Named;
  readonly operations: Named;
  readonly components: Readonly<Record<string, Named>>;
}
