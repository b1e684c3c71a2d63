/** A mutant that survives and was judged: no test can see it, or none needs to. */
export type Judged = { file: string; inLine: string; was: string; becomes: string; because: string };

export const judged: readonly Judged[] = [
  {
    file: 'src/main/outside/presence.ts',
    inLine: "if (call.presence !== 'waiting') this.#set(call, 'waiting');",
    was: "call.presence !== 'waiting'",
    becomes: 'true',
    because: 'the presence that is stored and shown already is stored and shown once more',
  },
];
