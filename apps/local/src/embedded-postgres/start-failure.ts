export type StartFailure = 'port-taken' | 'predecessor-ending' | 'other';

/** Why Postgres left again, from what it wrote: a port can be taken between our look and its start. */
export function classifyStartFailure(log: string): StartFailure {
  if (/could not bind .*address .*in use|could not create any TCP\/IP sockets/i.test(log))
    return 'port-taken';
  // The last processes of a killed server need a moment to notice.
  if (/pre-existing shared memory block|lock file ".*" already exists/i.test(log))
    return 'predecessor-ending';
  return 'other';
}
