# One image for the API, the worker and the migration; the command decides (see docker-compose.yml).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# With the optional packages: the compiled parts of what builds the console are among them.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json openapi.json ./
COPY scripts/ scripts/
COPY apps/ apps/
COPY libs/ libs/
RUN node scripts/build.mjs

# Optional packages are the embedded Postgres and native speed-ups that have a JavaScript fallback: neither belongs here.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production PORT=8003 HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules/
COPY --from=build /app/dist dist/
# package.json holds the import aliases that dist resolves at run time.
COPY package.json LICENSE ./
USER node
EXPOSE 8003
# Liveness of the API; the worker and the migration override it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Run with an init process (`init: true`, `docker run --init`): Node is not made to be process 1.
CMD ["node", "dist/apps/api/src/main.js"]
