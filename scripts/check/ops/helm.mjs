// The chart: lint, what it renders for its example values and whether that fits together, and the values that it refuses, each with a message that names the value.
import { CHART, lint, objectsOf, template, VALUE_FILES } from './chart.mjs';
import { brokenLinksIn } from './chart-links.mjs';
import { refuse } from './tools.mjs';

const MINIMAL = `${CHART}/ci/minimal-values.yaml`;
/** A setting, and a part of the message that refuses it. */
const WRONG = [
  ['config.CANDLE_FEEDS=x', /CANDLE_FEEDS/],
  ['config.LOG_LEVEL=loud', /LOG_LEVEL/],
  ['config.DATABASE_URL=postgres://me:secret@host/db', /DATABASE_URL/],
  ['config.SHUTDOWN_DELAY_SECONDS=5', /SHUTDOWN_DELAY_SECONDS/],
  ['secrets.DATABASE_URL.existingSecret=', /DATABASE_URL/],
  ['secrets.DATABASE_URL.value=x', /value/],
  ['secrets.JWT_SECRET.existingSecret=', /tokens: set/],
  ['api.replicas=0', /replicas/],
  ['api.replica=3', /replica/],
  ['worker.autoscaling.enabled=true', /prometheusAddress/],
  ['api.autoscaling.enabled=true,api.autoscaling.maxReplicas=1', /more than maxReplicas/],
  ['ingress.enabled=true', /host/],
  ['ingress.enabled=true,ingress.host=a.example,service.enabled=false', /needs service/],
  ['image.digest=latest', /digest/],
  ['image.tag=1: x', /tag/],
  ['nameOverride=a: b', /nameOverride/],
  // Without them everybody would reach the metrics.
  ['networkPolicy.scrapers=null', /scrapers/],
  ['config.EQUITY_ENDPOINT=https://a.example,secrets.EQUITY_ENDPOINT.existingSecret=x', /both set/],
];
/** Texts that YAML would read as a number or a truth value; as names of a secret they stay texts. */
const LIKE_OTHERS = ['secrets.DATABASE_URL.existingSecret=123', 'secrets.DATABASE_URL.key=true'];
/** Beyond SHUTDOWN_DELAY_SECONDS and preStop: nine seconds in which a process exits (docs/operations.md), and some to spare. */
const EXIT_SECONDS = 9;

const findings = [];
for (const file of VALUE_FILES) {
  await lint(file).catch((error) => findings.push(`${file}: ${error.stdout}${error.stderr}`));
  const objects = objectsOf(await template(file));
  findings.push(
    ...[...contradictionsIn(objects), ...brokenLinksIn(objects)].map((finding) => `${file}: ${finding}`),
  );
}
for (const [setting, message] of WRONG) {
  const answer = await template(MINIMAL, '--set', setting).then(
    () => undefined,
    (error) => String(error.stderr),
  );
  if (answer === undefined) findings.push(`${setting} is not refused`);
  else if (!message.test(answer)) findings.push(`${setting} is refused with another message: ${answer}`);
}
const likeOthers = objectsOf(
  await template(MINIMAL, ...LIKE_OTHERS.flatMap((setting) => ['--set-string', setting])),
);
for (const { spec } of likeOthers.filter(({ kind }) => kind === 'Deployment')) {
  const { projected } = spec.template.spec.volumes.find(({ name }) => name === 'secrets');
  const { name, items } = projected.sources[0].secret;
  if (name !== '123' || items[0].key !== 'true') findings.push('a name of a secret is rendered as no text');
}
refuse(findings);

/** What no schema sees: two owners of a number of replicas, too little time to stop, secrets in manifests, root. */
function contradictionsIn(objects) {
  const found = objects.filter(({ kind }) => kind === 'Secret').map(() => 'a secret is rendered');
  const scaled = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
  const variables = objects.find(({ kind }) => kind === 'ConfigMap').data;
  for (const { kind, metadata, spec } of objects) {
    if (kind !== 'Deployment' && kind !== 'Job') continue;
    const pod = spec.template.spec;
    const [container] = pod.containers;
    const { name } = metadata;
    if (kind === 'Deployment') {
      const isScaled = scaled.some((object) => object.spec.scaleTargetRef.name === name);
      if (isScaled === 'replicas' in spec) found.push(`${name}: replicas and an autoscaler, or neither`);
      const preStop = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
      const needed = preStop + Number(variables.SHUTDOWN_DELAY_SECONDS ?? 5) + EXIT_SECONDS;
      if (!(pod.terminationGracePeriodSeconds > needed))
        found.push(`${name}: needs more than ${needed} s to stop`);
    }
    if (!pod.securityContext.runAsNonRoot || !container.securityContext.readOnlyRootFilesystem)
      found.push(`${name}: root, or a root file system that can be written`);
    if (pod.automountServiceAccountToken !== false) found.push(`${name}: has a token of the cluster`);
    const open = container.env.filter(({ name: variable }) =>
      /(_URL|_SECRET|_TOKEN|_KEY|_KEY_ID)$/.test(variable),
    );
    found.push(...open.map((variable) => `${name}: ${variable.name} is in the environment`));
  }
  return found;
}
