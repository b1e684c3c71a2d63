/** The answers to a request for permission, as the protocol has them. */
export const cancelled = { outcome: { outcome: 'cancelled' } } as const;
export const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } }) as const;
