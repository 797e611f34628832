export const answer = (createdAt: string) => ({ created_at: createdAt });
