/** A headline as a source publishes it: plain text without markup, not yet cut to any length. */
export interface SourceHeadline {
  readonly title: string;
  readonly summary: string | null;
  /** An http or https address. */
  readonly link: string | null;
  /** Null where the source does not say. */
  readonly publishedAt: Date | null;
}

/** What a server wants to receive back to say that nothing changed. */
export interface FeedVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedFeed extends FeedVersion {
  readonly headlines: readonly SourceHeadline[];
}

/** Where headlines come from. */
export interface HeadlineSource {
  /** Null when nothing changed since that version. Throws a SourceFailure. */
  fetch(url: string, known: FeedVersion, signal: AbortSignal): Promise<FetchedFeed | null>;
}
