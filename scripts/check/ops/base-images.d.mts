export function isOfRelease(image: string): boolean;
export function unpinnedBases(dockerfile: string): string[];
