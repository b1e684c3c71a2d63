import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The test failed once and passed when run again; `npm test` names it. */
    retried?: boolean;
  }
}

afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) task.meta.retried = true;
});
