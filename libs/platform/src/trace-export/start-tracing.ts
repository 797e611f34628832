import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type * as Resources from '@opentelemetry/resources';
import type * as TraceNode from '@opentelemetry/sdk-trace-node';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment';
import { OutageLog } from '../logging/outage-log';
import { traceWith } from '../tracing/activity';
import { UnsentSpans } from './unsent-spans';

/** Operators who want traces install these; nothing else needs them. */
const PACKAGES = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
] as const;

/** Of the time that a process has to stop. */
const FLUSH_MILLISECONDS = 2_000;

/** The code of a result. */
const SENT = 0;

type Load = (name: string) => Promise<unknown>;
type Stop = () => Promise<void>;

/**
 * Exports traces where `OTEL_EXPORTER_OTLP_ENDPOINT` is set and the packages are installed; otherwise nothing is loaded. The SDK
 * reads the other `OTEL_…` variables itself. Answers what sends the last spans, takes two seconds at most,
 * and logs how many were never sent.
 */
export async function startTracing(
  { otlpEndpoint }: Pick<Environment, 'otlpEndpoint'>,
  logger: Logger,
  load: Load = (name) => import(name),
): Promise<Stop> {
  if (otlpEndpoint === undefined) return () => Promise.resolve();
  const loaded = await Promise.allSettled(PACKAGES.map(load));
  const missing = PACKAGES.filter((_, index) => loaded[index].status === 'rejected');
  if (missing.length > 0) {
    logger.warn(
      { missing },
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, and there will be no traces: npm install ${PACKAGES.join(' ')}`,
    );
    return () => Promise.resolve();
  }
  const [sdk, otlp, resources] = loaded.map((each) => (each as PromiseFulfilledResult<unknown>).value) as [
    typeof TraceNode,
    { OTLPTraceExporter: typeof OTLPTraceExporter },
    typeof Resources,
  ];
  diag.setLogger(diagnostics(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const unsent = new UnsentSpans(logger);
  const exporter = reporting(new otlp.OTLPTraceExporter(), new OutageLog(logger, 'Export of traces'), unsent);
  const provider = new sdk.NodeTracerProvider({
    resource: resourceOf(resources),
    spanProcessors: [unsent.processor, new sdk.BatchSpanProcessor(exporter)],
  });
  traceWith(provider.getTracer('candelabra'));
  return async () => {
    traceWith(undefined);
    const flushed = provider.shutdown().catch(() => undefined);
    await pTimeout(flushed, { milliseconds: FLUSH_MILLISECONDS, message: false });
    unsent.report();
  };
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come first. */
function resourceOf({
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
}: typeof Resources) {
  return resourceFromAttributes({ 'service.name': process.title }).merge(
    detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
  );
}

/** Spans that cannot be sent are dropped. */
function reporting(
  exporter: OTLPTraceExporter,
  outage: OutageLog,
  unsent: UnsentSpans,
): TraceNode.SpanExporter {
  return {
    export: (spans, report) =>
      exporter.export(spans, (result) => {
        if (result.error) outage.failed(result.error);
        else {
          outage.works();
          unsent.sent(spans.length);
        }
        // It would be logged once more, each time.
        (report as (result: unknown) => void)({ code: SENT });
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

function diagnostics(logger: Logger) {
  const debug = (message: string) => logger.debug({ context: 'OpenTelemetry' }, message);
  const warn = (message: string) => logger.warn({ context: 'OpenTelemetry' }, message);
  return { error: warn, warn, info: debug, debug, verbose: debug };
}
