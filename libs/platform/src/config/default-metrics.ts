/** Node's own metrics (event loop, memory, …). The registry is one per process, and a test runs several applications in one. */
export const defaultMetrics = { enabled: process.env.NODE_ENV !== 'test' };
