/**
 * The outcome of a job: done, refused for a reason that its row has, dropped because its row is somebody else's or over, handed
 * back, or busy: it must wait for another one, and is tried again a little later.
 */
export type JobOutcome = 'completed' | 'refused' | 'dropped' | 'handed back' | 'busy';
