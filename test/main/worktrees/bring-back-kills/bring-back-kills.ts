import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { outcomeOf } from '../../../../src/shared/previews/preview-state.ts';
import { treeOf } from '../../folder/tree.ts';
import { makeDataDir } from '../../storage/fresh-database.ts';
import { untilWorkspace } from '../../test-app.ts';
import { bringBack, broughtBack, decide } from '../brought-back.ts';
import { repositoryIn, write } from '../repository.ts';
import { openApp, type Task } from './brought-chat.ts';

type Does = Task['does'];

/** The end of one process, and what is in the folder after the start of the next. */
export type BringBackKill = { does: Does; step: string; outcome: 'all' | 'none'; wrong: string[] };

/** Changes of a worktree that wait to be brought into their folder, by a process that can be ended at any step of that. */
export async function startBringBackKills() {
  const base = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  const at = (name: string) => join(base, name);
  const made = await makeChat(at);
  const stepsOf = { apply: await countSteps(at, made, 'apply'), undo: await countSteps(at, made, 'undo') };
  return {
    stepsOf,
    /** Ends the process at one step, starts the next, and looks at what is there then. */
    async kill(does: Does, killAt: number): Promise<BringBackKill> {
      const { signal } = await runChild(at, { ...made.task, does }, killAt);
      const isAfter = await restart(made.task);
      const wrong = differences(treeOf(at('folder')), isAfter ? made.after : made.before);
      if (signal !== 'SIGKILL') wrong.push('The process was not killed.');
      return { does, step: stepsOf[does][killAt] ?? '', outcome: isAfter ? 'all' : 'none', wrong };
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

type At = (name: string) => string;
type Tree = ReturnType<typeof treeOf>;
type Made = { task: Task; before: Tree; after: Tree };

async function makeChat(at: At): Promise<Made> {
  repositoryIn(at('folder'), { 'a.txt': 'one\n', 'src/b.txt': 'two\n', gone: 'x\n', 'image.bin': '\0one' });
  const dataDir = at('data');
  makeDataDir(dataDir);
  const { app, client } = await openApp(dataDir);
  const { id: workspaceId } = await client.workspace.create({ folder: at('folder') });
  const choice = { own: true, changes: true, copies: null } as const;
  await client.workspace.chooseWorktree({ workspaceId, choice });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const { folder: tree } = await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  write(tree, { 'a.txt': 'two\n', 'src/b.txt': 'more\n'.repeat(2_000), 'made/deep/new.txt': 'new\n' });
  rmSync(join(tree, 'gone'));
  writeFileSync(join(tree, 'image.bin'), '\0two');
  await bringBack(client, workspaceId);
  await app.close();
  keep(at, 'shown');
  const before = treeOf(at('folder'));
  const again = await openApp(dataDir);
  const [shown] = await broughtBack(again.client, workspaceId);
  if (shown === undefined) throw new Error('There is no preview.');
  await decide(again.client, workspaceId, shown);
  await again.app.close();
  keep(at, 'applied');
  return { task: { dataDir, workspaceId, does: 'apply' }, before, after: treeOf(at('folder')) };
}

function keep(at: At, name: string): void {
  for (const part of ['data', 'folder']) cpSync(at(part), at(`${name}-${part}`), { recursive: true });
}

/** The folder itself stays, for the change is about that very one. */
function restore(at: At, name: string): void {
  for (const part of ['data', 'folder']) {
    for (const entry of readdirSync(at(part)))
      rmSync(join(at(part), entry), { recursive: true, force: true });
    cpSync(at(`${name}-${part}`), at(part), { recursive: true });
  }
}

async function countSteps(at: At, { task }: Made, does: Does): Promise<string[]> {
  const { signal, stdout } = await runChild(at, { ...task, does }, -1);
  if (signal !== null) throw new Error('The process was killed, though it should have come to its end.');
  return z.array(z.string()).parse(JSON.parse(stdout));
}

const child = fileURLToPath(new URL('child.ts', import.meta.url));

function runChild(at: At, task: Task, killAt: number): Promise<{ signal: string | null; stdout: string }> {
  restore(at, task.does === 'apply' ? 'shown' : 'applied');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, String(killAt), JSON.stringify(task)], (error, stdout, stderr) => {
      const signal = error?.signal ?? null;
      if (error !== null && signal === null) reject(new Error(stderr, { cause: error }));
      else resolve({ signal, stdout });
    });
  });
}

/** Starts the app, waits until nothing is being done, and returns true where the change is applied then. */
async function restart({ dataDir, workspaceId }: Task): Promise<boolean> {
  const { app, client } = await openApp(dataDir);
  try {
    for await (const _ of await client.workspace.watch({ workspaceId })) {
      const [shown] = await broughtBack(client, workspaceId);
      const state = shown?.state;
      if (state?.type === 'open') return false;
      if (state?.type !== 'ended' || state.undoing) continue;
      const outcome = outcomeOf(state);
      return outcome?.type === 'applied' && !outcome.undone;
    }
    throw new Error('The feed ended.');
  } finally {
    await app.close();
  }
}

function differences(found: Tree, expected: Tree): string[] {
  const paths = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...paths]
    .filter((path) => found[path] !== expected[path])
    .map((path) => `${path} is ${found[path] ?? 'not there'}, and not ${expected[path] ?? 'gone'}.`);
}
