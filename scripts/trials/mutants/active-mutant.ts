import { afterEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the mutant that is active; none has the number 0. */
    mutant: number;
    /** The name of the global function that the code with mutants calls. */
    switchName: string;
  }
  interface TaskMeta {
    /** The numbers of the mutants whose code a test file ran until the end of a test. */
    reached?: number[];
  }
}

const active = inject('mutant');
const reached = new Set<number>();

Object.assign(globalThis, {
  [inject('switchName')](id: number): boolean {
    reached.add(id);
    return id === active;
  },
});

afterEach(({ task }) => {
  task.meta.reached = [...reached];
});
