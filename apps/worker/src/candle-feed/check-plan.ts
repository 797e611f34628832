/** When a series is checked by request, and from which open time on. */
export class CheckPlan {
  private requestedFrom: number | undefined;
  /** Like that, but only once this candle is over: before, a check would not settle it. */
  private requestedOnceOver: number | undefined;
  private fruitlessChecks = 0;
  private notBefore = -Infinity;

  constructor(
    /** So many checks in a row may be fruitless. */
    private readonly mostFruitlessChecks: number,
    private readonly graceMilliseconds: number,
  ) {}

  mayBegin(now: number): boolean {
    return now >= this.notBefore;
  }

  request(from: number): void {
    this.requestedFrom = Math.min(this.requestedFrom ?? from, from);
  }

  requestOnceOver(openTime: number): void {
    this.requestedOnceOver = Math.min(this.requestedOnceOver ?? openTime, openTime);
  }

  /** Where the requested checks begin, by what is over now; these requests count as carried out. */
  takeRequests(over: number): number[] {
    const starts: number[] = [];
    if (this.requestedFrom !== undefined) starts.push(this.requestedFrom);
    this.requestedFrom = undefined;
    if (this.requestedOnceOver !== undefined && this.requestedOnceOver <= over) {
      starts.push(this.requestedOnceOver);
      this.requestedOnceOver = undefined;
    }
    return starts;
  }

  /** A check did not show all that it should have: false when it was the last attempt, else the next one is later each time. */
  postpone(requestedAt: number): boolean {
    this.fruitlessChecks++;
    if (this.fruitlessChecks >= this.mostFruitlessChecks) return false;
    this.notBefore = requestedAt + this.graceMilliseconds * 2 ** this.fruitlessChecks;
    return true;
  }

  succeed(): void {
    this.fruitlessChecks = 0;
  }
}
