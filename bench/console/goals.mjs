/** A limit of another unit than milliseconds. */
export const atMost = (limit, text) => ({ text: `≤ ${text}`, isMet: ({ ours }) => ours <= limit });

/** Below it the other figures of a part are of less than what they are meant to be of. */
export const atLeast = (limit, text) => ({ text: `≥ ${text}`, isMet: ({ ours }) => ours >= limit });

export const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;
export const mebibytes = (amount) => `${amount.toFixed(1)} MiB`;
export const percent = (share) => `${(share * 100).toFixed(1)} %`;
