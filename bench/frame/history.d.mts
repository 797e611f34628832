export interface Measurement {
  readonly what: string;
  readonly ours?: number;
  readonly peer?: number;
  readonly peerName?: string;
  readonly missing?: string;
  readonly spread?: readonly number[];
  readonly wantsMore?: boolean;
  readonly goal?: {
    readonly isMet: (measurement: { ours: number; peer: number }) => boolean;
  };
}

export interface Run {
  readonly at: string;
  readonly processor: string;
  readonly lines: readonly {
    readonly row: number;
    readonly what: string;
    readonly figure: number;
    readonly spread?: readonly number[];
    readonly isMet?: boolean;
    readonly wantsMore?: boolean;
  }[];
}

export function linesOf(number: number, measurements: readonly Measurement[]): Run['lines'];
export function keepRun(folder: string, run: Run): void;
export function readRuns(folder: string): Run[];
export function findWorse(
  run: Run,
  earlier: readonly Run[],
): { row: number; what: string; figure: number; best: number; at: string }[];
