// Whether images are of a release, so that a build or a deployment of tomorrow has the same ones.

const RELEASE = /^(?:[^\s@]+\/)?[^\s:@/]+:v?\d+\.\d+\.\d+[\w.-]*(?:@sha256:[0-9a-f]{64})?$/;

/** Whether an image has a whole version as its tag; a digest may follow. */
export const isOfRelease = (image) => RELEASE.test(image);

/** The lines of a Dockerfile that begin from an image without one, when the builder gives no other in the arguments. */
export function unpinnedBases(dockerfile) {
  const defaults = new Map(
    [...dockerfile.matchAll(/^ARG\s+(\w+)(?:=(\S*))?/gim)].map(([, name, value = '']) => [name, value]),
  );
  const stages = new Set(['scratch']);
  const found = [];
  for (const [line, written, stage] of dockerfile.matchAll(
    /^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/gim,
  )) {
    const image = written.replaceAll(
      /\$\{?(\w+)(?::-([^}]*))?\}?/g,
      (_, name, otherwise = '') => defaults.get(name) || otherwise,
    );
    if (!stages.has(image) && !isOfRelease(image)) found.push(`${line}: ${image || 'nothing'} is no release`);
    if (stage) stages.add(stage);
  }
  return found;
}
