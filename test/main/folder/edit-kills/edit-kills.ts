import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRouterClient } from '@orpc/server';
import { z } from 'zod';
import type { WorkspaceId } from '../../../../src/shared/ids.ts';
import { startApp } from '../../../../src/main/app.ts';
import { storesIn } from '../../storage/prepared-database.ts';
import { type AnthropicServer, startAnthropicServer } from '../../agents/model/anthropic-server.ts';
import { answer, apply, asked, call } from '../../previews/preview-chat.ts';
import { untilWorkspace, watchChat } from '../../test-app.ts';
import { openChat, type Task } from './chat-of-edits.ts';
import { anyFolder } from '../any-folder.ts';
import { makeDataDir } from '../../storage/fresh-database.ts';
import { turnServices } from '../../previews/turn-services.ts';
import { plant, treeOf } from '../tree.ts';

/** The end of one process, and the result of the next one's restart. */
export type Kill = {
  scenario: Scenario;
  /** The disk step that was next when the process ended. */
  step: string;
  outcome: 'all' | 'none';
  /** The problems of the folder after the restart; empty where all files or none are written. */
  wrong: string[];
};

/**
 * `undo-turn` undoes the preview and what a command changed after it, binaries among that. `meddled`: while no process runs, somebody changes a file of the preview that is being applied.
 */
export type Scenario = 'apply' | 'undo' | 'meddled' | 'undo-turn';

const files = [
  { path: 'run.sh', text: '#!/bin/sh\necho one\n', mode: 0o755 },
  { path: 'docs/notes.txt', text: 'one\r\ntwo\r\n' },
  { path: 'old/gone.sh', text: '#!/bin/sh\n', mode: 0o700 },
  { path: 'last.txt', text: 'one' },
  { path: 'kept.txt', text: 'kept\n' },
  { path: 'image.bin', text: '\0binary' },
];

const staging = answer(
  call('e1', 'edit_file', { path: 'run.sh', edits: [{ oldText: 'one', newText: 'two' }] }),
  call('w1', 'write_file', { path: 'docs/notes.txt', content: 'new\n'.repeat(2_000) }),
  call('w2', 'write_file', { path: 'made/deep/new.txt', content: 'new\n' }),
  call('d1', 'delete_file', { path: 'old/gone.sh' }),
  call('e2', 'edit_file', { path: 'last.txt', edits: [{ oldText: 'one', newText: 'three' }] }),
);

/** A chat with one preview of five files, whose process can be ended at any step of applying or undoing it. */
export async function startEditKills() {
  const base = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  const at = (name: string) => join(base, name);
  const server = await startAnthropicServer();
  const made = await makeChat(at, server);
  const stepsOf = {
    apply: await countSteps(at, made, 'apply'),
    undo: await countSteps(at, made, 'undo'),
    'undo-turn': await countSteps(at, made, 'undo-turn'),
  };

  return {
    /** Returns the disk steps of a whole apply, a whole undo, and that of a whole turn. */
    stepsOf,
    /** Ends the process at one step, starts the next, and looks at what is there then. */
    async kill(scenario: Scenario, killAt: number): Promise<Kill> {
      const does = scenario === 'meddled' ? 'apply' : scenario;
      const { signal } = await runChild(at, { ...made.task, does }, killAt);
      const mine = 'mine\n';
      if (scenario === 'meddled') writeFileSync(join(at('folder'), 'last.txt'), mine);
      const isAfter = await restart(made.task, does);
      const found = treeOf(at('folder'));
      const expected = { ...(isAfter ? (does === 'undo-turn' ? made.afterTurn : made.after) : made.before) };
      if (scenario === 'meddled') expected['last.txt'] = found['last.txt'] ?? 'nothing';
      const wrong = differences(found, expected);
      if (signal !== 'SIGKILL') wrong.push('The process was not killed.');
      if (scenario === 'meddled' && readFileSync(join(at('folder'), 'last.txt'), 'utf8') !== mine)
        wrong.push('What somebody else wrote is gone.');
      return { scenario, step: stepsOf[does][killAt] ?? '', outcome: isAfter ? 'all' : 'none', wrong };
    },
    async close(): Promise<void> {
      await server.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

type At = (name: string) => string;
type Tree = ReturnType<typeof treeOf>;
type Made = { task: Task; before: Tree; after: Tree; afterTurn: Tree };

/** Stages and applies the preview once, and keeps both states of the folder and of the chat. */
async function makeChat(at: At, server: AnthropicServer): Promise<Made> {
  plant(at('folder'), files);
  const env = {
    PARLEY_AGENT: 'anthropic/claude-test',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: server.url,
  };
  const dataDir = at('data');
  makeDataDir(dataDir);
  server.reply(staging, apply('r1'));
  const workspaceId = await stageIn(at('folder'), dataDir, env);
  keep(at, 'asked');
  const before = treeOf(at('folder'));
  const chat = await openChat({ dataDir, env, workspaceId });
  const { id: actionId, fingerprint } = await chat.preview(({ request }) => request !== null);
  const decision = { type: 'apply' } as const;
  await chat.client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
  await chat.preview(({ outcome }) => outcome?.type === 'applied');
  await untilWorkspace(chat.client, workspaceId, ({ turn }) => turn.status === 'idle');
  await chat.app.close();
  keep(at, 'applied');
  const after = treeOf(at('folder'));
  await runCommand(at, workspaceId);
  keep(at, 'turn');
  return {
    task: { dataDir, env, workspaceId, actionId, fingerprint, does: 'apply' },
    before,
    after,
    afterTurn: treeOf(at('folder')),
  };
}

/** Changes a text of the preview again, a binary, and makes a new one, as a command of the same turn. */
async function runCommand(at: At, workspaceId: WorkspaceId): Promise<void> {
  const stores = storesIn(at('data'));
  const [row] = stores.workspaces.list();
  const message = stores.messages.delivered(workspaceId).find(({ role }) => role === 'agent');
  if (row === undefined || message === undefined) throw new Error('There is no turn.');
  const { commandChanges } = turnServices(stores, { dataDir: at('data'), folder: at('folder') });
  const command = { workspaceId, messageId: message.id, folder: anyFolder(at('folder')), background: false };
  await commandChanges.around(command, async () => {
    writeFileSync(join(at('folder'), 'last.txt'), 'four');
    writeFileSync(join(at('folder'), 'image.bin'), '\0other');
    mkdirSync(join(at('folder'), 'out'));
    writeFileSync(join(at('folder'), 'out/new.bin'), '\0new');
  });
  stores.close();
}

async function stageIn(folder: string, dataDir: string, env: Task['env']): Promise<WorkspaceId> {
  const app = await startApp({ dataDir, version: '0', env, suggestedFolder: dataDir });
  const client = createRouterClient(await app.router());
  const { id: workspaceId } = await client.workspace.create({ folder });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until(asked);
  await app.close();
  return workspaceId;
}

function keep(at: At, name: string): void {
  cpSync(at('data'), at(`${name}-data`), { recursive: true });
  cpSync(at('folder'), at(`${name}-folder`), { recursive: true });
}

/** The folder itself stays, for the chat is about that very one. */
function bringBack(at: At, name: string): void {
  for (const part of ['data', 'folder']) {
    for (const entry of readdirSync(at(part)))
      rmSync(join(at(part), entry), { recursive: true, force: true });
    cpSync(at(`${name}-${part}`), at(part), { recursive: true });
  }
}

async function countSteps(at: At, { task }: Made, does: Task['does']): Promise<string[]> {
  const { signal, stdout } = await runChild(at, { ...task, does }, -1);
  if (signal !== null) throw new Error('The process was killed, though it should have come to its end.');
  return z.array(z.string()).parse(JSON.parse(stdout));
}

const begins = { apply: 'asked', undo: 'applied', 'undo-turn': 'turn' } as const;

const child = fileURLToPath(new URL('child.ts', import.meta.url));

function runChild(at: At, task: Task, killAt: number): Promise<{ signal: string | null; stdout: string }> {
  bringBack(at, begins[task.does]);
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, String(killAt), JSON.stringify(task)], (error, stdout, stderr) => {
      const signal = error?.signal ?? null;
      if (error !== null && signal === null) reject(new Error(stderr, { cause: error }));
      else resolve({ signal, stdout });
    });
  });
}

/**
 * Opens the chat again, waits until nothing is being done, and returns true when the change is applied then.
 */
async function restart(task: Task, does: Task['does']): Promise<boolean> {
  if (does === 'undo-turn') return restartTurn(task);
  const isToBeUndone = does === 'undo' && isJournaled(task);
  const chat = await openChat(task);
  const { outcome } = await chat.preview((action) => {
    if (does === 'undo')
      return !isToBeUndone || (action.outcome?.type === 'applied' && action.outcome.undone);
    return action.outcome !== null || action.decision === null;
  });
  await chat.app.close();
  return outcome?.type === 'applied' && !outcome.undone;
}

async function restartTurn(task: Task): Promise<boolean> {
  const stores = storesIn(task.dataDir);
  const [message] = stores.messages.delivered(task.workspaceId).filter(({ role }) => role === 'agent');
  const isToBeUndone = message !== undefined && (stores.turnChanges.get(message.id)?.undo ?? null) !== null;
  stores.close();
  const chat = await openChat(task);
  const { changes } = await chat.turn(({ undo }) => !isToBeUndone || undo !== null);
  await chat.app.close();
  return changes.undo === null;
}

/** True when the process that ended had begun to undo the change, so that the next one goes on with it. */
function isJournaled({ dataDir, workspaceId, actionId }: Task): boolean {
  const stores = storesIn(dataDir);
  const action = stores.actions.get(workspaceId, actionId);
  stores.close();
  if (action?.shown.state.type !== 'ended') return false;
  const { undoing, settlement } = action.shown.state;
  const { outcome } = settlement;
  return undoing || (outcome.type === 'applied' && outcome.undone);
}

function differences(found: Tree, expected: Tree): string[] {
  const paths = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...paths]
    .filter((path) => found[path] !== expected[path])
    .map((path) => `${path} is ${found[path] ?? 'not there'}, and not ${expected[path] ?? 'gone'}.`);
}
