/** Of a bar's volume; a larger order moves the price that it is filled at here. */
const LARGE_SHARE = 0.1;

/** Counts fills that the market might not have given: on bars without any volume, and above a tenth of their bar's volume. */
export class FillVolumes {
  private idle = 0;
  private large = 0;
  private largestShare = 0;

  /** `inBaseUnits`: whether the volume counts the same units as the quantity. */
  note(quantity: number, volume: number, inBaseUnits: boolean): void {
    if (volume === 0) this.idle++;
    else if (inBaseUnits && quantity > LARGE_SHARE * volume) {
      this.large++;
      this.largestShare = Math.max(this.largestShare, quantity / volume);
    }
  }

  /** `trades`: whether the series has a volume otherwise. */
  warnings(trades: () => boolean): string[] {
    const warnings: string[] = [];
    if (this.idle > 0 && trades()) {
      warnings.push(`fills on bars of volume 0, where the series trades otherwise: ${this.idle}`);
    }
    if (this.large > 0) {
      const percent = Number((100 * this.largestShare).toPrecision(3));
      warnings.push(
        `fills above a tenth of their bar's volume: ${this.large}, the largest is ${percent} % of it`,
      );
    }
    return warnings;
  }
}
