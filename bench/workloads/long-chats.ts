import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../e2e/support/hosts.ts';
import { openChatWriter } from './chat-writer.ts';
import { type ChatWorkload, writeChat } from './write-chat.ts';

const chat = (messages: number, shape: ChatWorkload['shape']): ChatWorkload => ({
  name: `${messages} ${shape}`,
  messages,
  shape,
});

/** The chats of the benches; the empty one is where a window begins. */
export const longChats = {
  empty: chat(0, 'alternating'),
  thousand: chat(1_000, 'alternating'),
  sparseThousand: chat(1_000, 'sparse'),
  tenThousand: chat(10_000, 'alternating'),
  sparseTenThousand: chat(10_000, 'sparse'),
  fiftyThousand: chat(50_000, 'alternating'),
};

/**
 * A data folder with all of them. It takes a while to write, so it is kept for as long as what writes
 * it, and what it is written into, stay the same; copy it before a host runs on it.
 */
export function longChatsDir(): string {
  const cache = join(projectRoot, '.cache/bench');
  const folder = join(cache, `chats-${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  rmSync(cache, { recursive: true, force: true });
  const unfinished = join(cache, 'unfinished');
  const work = join(cache, 'work');
  mkdirSync(work, { recursive: true });
  const writer = openChatWriter(unfinished);
  for (const workload of Object.values(longChats)) writeChat(writer, workload, work);
  writer.close();
  renameSync(unfinished, folder);
  return folder;
}

function hashOfSources(): string {
  const sources = ['bench/workloads/*.ts', 'src/main/storage/migrations/*.ts'];
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: projectRoot }).toSorted())
    hash.update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}
