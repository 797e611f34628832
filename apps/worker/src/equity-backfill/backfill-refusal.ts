/** A symbol cannot be filled for a reason that another try would not change. */
export class BackfillRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackfillRefusal';
  }
}
