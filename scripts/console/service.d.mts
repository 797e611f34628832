export interface RunningService {
  readonly origin: string;
  readonly token: string;
  /** What its tokens are signed with. */
  readonly secret: string;
  readonly pid: number;
  /** What the launcher has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export function startService(options: {
  readonly dataDirectory: string;
  readonly variables?: Readonly<Record<string, string>>;
}): Promise<RunningService>;
