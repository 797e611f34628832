// What refers to something else in what the chart renders: names, ports and labels that no schema compares.
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const PROBES = { startupProbe: '/health', livenessProbe: '/health', readinessProbe: '/ready' };

/** Lines that say what leads nowhere, and which probes are missing. */
export function brokenLinksIn(objects) {
  const all = (...kinds) => objects.filter(({ kind }) => kinds.includes(kind));
  const has = (kind, name) => all(kind).some(({ metadata }) => metadata.name === name);
  const deployments = all('Deployment');
  const workloads = [...deployments, ...all('Job')].map(({ metadata, spec }) => ({
    metadata,
    ...spec.template,
  }));
  const found = [];
  const say = ({ kind, metadata }, what) => found.push(`${kind} ${metadata.name}: ${what}`);
  const lackingPorts = (pods, ports) =>
    ports.filter((port) => !pods.some(({ spec }) => portsOf(spec).includes(port)));

  for (const deployment of deployments) {
    const { selector, template } = deployment.spec;
    const [container] = template.spec.containers;
    if (!selects(selector, template)) say(deployment, 'its selector is not that of its pods');
    for (const [probe, path] of Object.entries(PROBES)) {
      const { path: requested, port } = container[probe]?.httpGet ?? {};
      if (requested !== path || !portsOf(template.spec).includes(port))
        say(deployment, `no ${probe} that requests ${path} at a port of the container`);
    }
    for (const { configMapRef } of container.envFrom) {
      if (!has('ConfigMap', configMapRef.name)) say(deployment, `no ConfigMap ${configMapRef.name}`);
    }
  }
  for (const { metadata, spec } of workloads) {
    const { serviceAccountName, containers } = spec;
    const program = containers[0].command[1].replace(/^dist\/(.*)\.js$/, '$1.ts');
    if (!existsSync(program)) say({ kind: 'Pod', metadata }, `starts ${program}, which is no file`);
    if (serviceAccountName !== undefined && !has('ServiceAccount', serviceAccountName))
      say({ kind: 'Pod', metadata }, `no ServiceAccount ${serviceAccountName}`);
  }
  for (const object of all('Service', 'PodDisruptionBudget', 'NetworkPolicy', 'PodMonitor')) {
    const pods = workloads.filter((pod) => selects(selectorOf(object), pod));
    if (pods.length === 0) say(object, 'selects no pod');
    for (const port of lackingPorts(pods, portNamesOf(object))) say(object, `no pod has the port ${port}`);
  }
  for (const object of all('HorizontalPodAutoscaler', 'ScaledObject')) {
    const { name } = object.spec.scaleTargetRef;
    if (!has('Deployment', name)) say(object, `no Deployment ${name}`);
  }
  for (const object of all('Ingress')) {
    const { name } = object.spec.rules[0].http.paths[0].backend.service;
    if (!has('Service', name)) say(object, `no Service ${name}`);
  }
  for (const monitor of all('PodMonitor')) {
    for (const problem of foreignJobs(monitor)) say(monitor, problem);
  }
  return found;
}

function selects({ matchLabels = {}, matchExpressions = [] }, { metadata: { labels } }) {
  return (
    Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key]))
  );
}

const selectorOf = ({ kind, spec }) =>
  kind === 'Service' ? { matchLabels: spec.selector } : (spec.podSelector ?? spec.selector);

const portsOf = ({ containers }) => (containers[0].ports ?? []).map(({ name }) => name);

function portNamesOf({ kind, spec }) {
  if (kind === 'Service') return spec.ports.map(({ targetPort }) => targetPort);
  if (kind === 'PodMonitor') return spec.podMetricsEndpoints.map(({ port }) => port);
  if (kind === 'NetworkPolicy') return spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
  return [];
}

/** Rules and dashboards select by the jobs of prometheus.yml, and by the service's own label `job`. */
function foreignJobs({ spec }) {
  const { scrape_configs } = parse(readFileSync('ops/prometheus/prometheus.yml', 'utf8'));
  const jobs = scrape_configs.map(({ job_name }) => job_name);
  const [{ honorLabels, relabelings }] = spec.podMetricsEndpoints;
  const { replacement } = relabelings.find(({ targetLabel }) => targetLabel === 'job') ?? {};
  const { values } = spec.selector.matchExpressions[0];
  const named = values.map((component) => replacement?.replace('$1', component));
  return [
    ...(honorLabels === true ? [] : ['the service loses its label job']),
    ...named.filter((name) => !jobs.includes(name)).map((name) => `job ${name} is not in prometheus.yml`),
  ];
}
