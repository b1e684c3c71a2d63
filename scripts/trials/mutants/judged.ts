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
  {
    file: 'src/main/folder/walk-folder.ts',
    inLine: 'return dirents.sort((a, b) => (a.name < b.name ? -1 : 1));',
    was: 'a.name < b.name',
    becomes: 'a.name <= b.name',
    because: 'no two entries of a folder have the same name',
  },
  {
    file: 'src/main/outside/unconfirmed-deliveries.ts',
    inLine: 'if (ofKey.size === 0) this.#sent.delete(key);',
    was: 'ofKey.size === 0',
    becomes: 'false',
    because: 'the call keeps an empty set, which holds nothing that could be completed or lost',
  },
];
