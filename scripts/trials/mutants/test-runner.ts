import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Reply, replySchema, type Request, type TestFile } from './messages.ts';

/** What became of a mutant: killed by a test or by the time limit; null where every test passes. */
export type Fate = { by: string } | null;

/** Runs tests in a process that is killed, with all that it started, where they take longer than a limit. */
export type TestRunner = {
  /** Runs every test of the mutated files without a mutant. */
  look(): Promise<TestFile[]>;
  try(mutant: number, tests: readonly string[], limitMs: number): Promise<Fate>;
  close(): void;
};

/** `picked` is the file of the mutants, `within` the folders of the tests. */
export function createTestRunner(picked: string, within: readonly string[]): TestRunner {
  let running: ChildProcess | undefined;

  async function start(): Promise<ChildProcess> {
    if (running !== undefined) return running;
    const child = fork(join(import.meta.dirname, 'test-process.ts'), [picked, ...within], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running = child;
    await once(child, 'message');
    return child;
  }

  function kill(): void {
    if (running?.pid !== undefined && running.exitCode === null) process.kill(-running.pid, 'SIGKILL');
    running = undefined;
  }

  async function request(asked: Request, limitMs?: number): Promise<Reply | undefined> {
    const child = await start();
    const signal = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs);
    child.send(asked);
    try {
      const replies: unknown[] = await once(child, 'message', signal && { signal });
      return replySchema.parse(replies[0]);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      kill();
      return undefined;
    }
  }

  return {
    async look() {
      const reply = await request({ type: 'look' });
      return reply?.type === 'looked' ? reply.files : [];
    },
    async try(mutant, tests, limitMs) {
      const reply = await request({ type: 'try', mutant, tests: [...tests] }, limitMs);
      if (reply === undefined) return { by: 'the time limit' };
      return reply.type === 'tried' && reply.by !== null ? { by: reply.by } : null;
    },
    close: kill,
  };
}
