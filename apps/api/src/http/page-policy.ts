/** What a page that we serve may load and where it may connect to, besides its own origin. */
interface PageSources {
  readonly images: readonly string[];
  readonly fonts: readonly string[];
}

/**
 * The headers of an HTML page of this service: scripts and connections (WebSockets, too) of this origin alone, no `eval`, in nobody's
 * frame. Styles may be written into the page: Swagger UI and components that set their position do.
 */
export function pageHeaders({ images, fonts }: PageSources) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      ["img-src 'self'", ...images].join(' '),
      ["font-src 'self'", ...fonts].join(' '),
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
  } as const;
}
