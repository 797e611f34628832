/** A headline as it was published; times are milliseconds since 1970 UTC. */
export interface Headline {
  readonly title: string;
  readonly summary: string | null;
  readonly link: string | null;
  readonly publishedAt: number;
}
