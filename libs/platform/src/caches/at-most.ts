/**
 * The size of an LRUCache that keeps this many entries. Its own `max` would reserve the room for all of them at once: 1.2 MB for
 * 50,000.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
