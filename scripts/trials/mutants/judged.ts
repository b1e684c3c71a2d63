/** A mutant that survives and was judged: no test can see it, or none needs to. */
export type Judged = { file: string; inLine: string; was: string; becomes: string; because: string };

export const judged: readonly Judged[] = [];
