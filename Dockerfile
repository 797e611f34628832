# One image for the API, the worker and the migration; the command decides (see docker-compose.yml).
ARG NODE_IMAGE=node:24.21.0-trixie-slim@sha256:173f125896c3b47ddf056734c7ea789d04595a6a08769a8f78e0df642781fb66

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# With the optional packages: the compiled parts of what builds the console are among them.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json openapi.json ./
COPY scripts/ scripts/
COPY apps/ apps/
COPY libs/ libs/
# The launcher of `npm start`, and what only a compiler or a debugger reads, is no part of a deployment.
RUN node scripts/build.mjs \
  && rm -rf dist/apps/local dist/.tsbuildinfo dist/.build-stamp dist/apps/console/.build-stamp \
  && find dist -type f \( -name '*.d.ts' -o -name '*.map' \) -delete

# Optional packages are the embedded Postgres and native speed-ups that have a JavaScript fallback: neither belongs here.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# ccxt is loaded by `import`, and its dist is for others.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/ccxt/dist \
  && find node_modules -type f \( -name '*.ts' -o -name '*.?ts' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production PORT=8003 HOST=0.0.0.0
# glibc gives back what is free, and keeps fewer heaps of its own for threads: 7 MB of an idle API.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules/
COPY --from=build /app/dist dist/
# package.json holds the import aliases that dist resolves at run time.
COPY package.json LICENSE ./
# A number, because Kubernetes cannot see whether a name is root. No file below /app is this user's; only /tmp is written to.
USER 1000
EXPOSE 8003 9464 9465
# Liveness of the API; the worker and the migration override it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Last, so that another commit leaves the layers above as they are. `build_info` of /metrics shows it.
ARG BUILD_COMMIT=unknown
ENV BUILD_COMMIT=${BUILD_COMMIT}
LABEL org.opencontainers.image.title="Candelabra" \
  org.opencontainers.image.description="Market data, analytics and backtesting service" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.revision="${BUILD_COMMIT}"
# Run with an init process (`init: true`, `docker run --init`): Node is not made to be process 1.
CMD ["node", "dist/apps/api/src/main.js"]
