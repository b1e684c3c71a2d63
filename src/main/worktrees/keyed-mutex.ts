import { createMutex, type Mutex } from '../mutex.ts';

/** A mutex for each key: work under one key does not wait for that under another. */
export type KeyedMutex = {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves once nothing runs or waits under any key. */
  idle(): Promise<void>;
};

export function createKeyedMutex(): KeyedMutex {
  const inUse = new Map<string, { mutex: Mutex; users: number }>();
  return {
    async run(key, work) {
      const entry = inUse.get(key) ?? { mutex: createMutex(), users: 0 };
      inUse.set(key, entry);
      entry.users += 1;
      try {
        return await entry.mutex(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) inUse.delete(key);
      }
    },
    async idle() {
      while (inUse.size > 0)
        await Promise.all([...inUse.values()].map(({ mutex }) => mutex(async () => undefined)));
    },
  };
}
