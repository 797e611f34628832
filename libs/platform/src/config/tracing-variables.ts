import { text, url } from './variable';

/** Read here to know whether traces are exported; their SDK reads all of them from the environment itself. */
export const TRACING_VARIABLES = {
  otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
  otlpHeaders: text('OTEL_EXPORTER_OTLP_HEADERS'),
  otelServiceName: text('OTEL_SERVICE_NAME'),
  otelResourceAttributes: text('OTEL_RESOURCE_ATTRIBUTES'),
  otelTracesSampler: text('OTEL_TRACES_SAMPLER'),
  otelTracesSamplerArgument: text('OTEL_TRACES_SAMPLER_ARG'),
} as const;
