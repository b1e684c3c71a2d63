import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRouterClient, lazy } from '@orpc/server';
import { createApp } from '../../../src/main/app.ts';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import { entryStatus } from '../../../src/shared/ledger/ledger-text.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import { says, scriptedAgent } from '../agents/model/scripted-agent.ts';
import { git, repositoryIn, write } from './repository.ts';

/** When the process is ended at a call of git: before git runs, while it goes on without it, with it in its midst, or after that. */
const whens = ['before', 'during', 'with', 'after'] as const;

/** A git that counts its calls, and ends the process that made one of them. */
const countingGit = (realGit: string) => `#!/bin/sh
[ -n "$CALLS_FILE" ] || exec "${realGit}" "$@"
printf x >> "$CALLS_FILE"
if [ "$(wc -c < "$CALLS_FILE")" -eq "\${END_AT_CALL:-0}" ]; then
  case "$END_WHEN" in
    before) kill -9 $PPID; exit 1 ;;
    with)
      kill -9 $PPID
      "${realGit}" "$@" &
      sleep "0.00$((END_AT_CALL % 9))"
      kill -9 $!
      exit 1 ;;
    during) kill -9 $PPID; exec "${realGit}" "$@" ;;
    after) "${realGit}" "$@"; kill -9 $PPID; exit 1 ;;
  esac
fi
exec "${realGit}" "$@"
`;

/** Its worktree is made, removed with the chat, or removed from a chat that stays; its branch is merged, or committed to. */
const deeds = ['make', 'remove', 'leave', 'merge', 'commit'] as const;

type Deed = (typeof deeds)[number];

export type WorktreeKill = {
  deed: Deed;
  call: number;
  when: string;
  found: string;
  wrong: string[];
};

/** Where a process is ended: at a call of git, counted from 1. */
type Moment = { call: number; when: (typeof whens)[number] };

/** Returns every moment of a deed that calls git so often. */
function allMoments(calls: number): Moment[] {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
    whens.map((when) => ({ call, when })),
  );
}

/**
 * Ends a process at calls of git with which it makes and removes a worktree, merges its branch and commits to it, and looks
 * what the next start makes of it. `momentsOf` takes some of `allMoments`; without `only` all deeds are tried.
 */
export async function* worktreeKills(
  momentsOf: (all: readonly Moment[]) => readonly Moment[],
  only?: string,
): AsyncGenerator<WorktreeKill> {
  for (const deed of deeds) {
    if (only !== undefined && deed !== only) continue;
    const moments = momentsOf(allMoments(await countCalls(deed)));
    for (const { call, when } of moments) yield await kill(deed, call, when);
  }
}

async function countCalls(deed: Deed): Promise<number> {
  using stage = new Stage();
  await stage.begin(deed);
  await stage.live(deed, {});
  return stage.calls;
}

async function kill(deed: Deed, call: number, when: string): Promise<WorktreeKill> {
  using stage = new Stage();
  await stage.begin(deed);
  await stage.live(deed, { END_AT_CALL: String(call), END_WHEN: when });
  const { found, wrong } = await stage.after(deed);
  return { deed, call, when, found, wrong };
}

const life = join(import.meta.dirname, 'worktree-life.ts');

/** A data folder and a repository with files that are not committed. */
class Stage implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  readonly #dataDir = join(this.#folder, 'data');
  readonly #origin: string;
  readonly #env: NodeJS.ProcessEnv;
  #chat: WorkspaceId | undefined;
  #tree = '';

  constructor() {
    const bin = join(this.#folder, 'bin');
    mkdirSync(bin);
    const realGit = (process.env['PATH'] ?? '')
      .split(':')
      .map((folder) => join(folder, 'git'))
      .find((path) => existsSync(path));
    writeFileSync(join(bin, 'git'), countingGit(realGit ?? ''));
    chmodSync(join(bin, 'git'), 0o755);
    this.#env = { PATH: `${bin}:${process.env['PATH']}`, HOME: this.#folder, PARLEY_CONFINEMENT: 'off' };
    writeFileSync(join(this.#folder, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n');
    mkdirSync(this.#dataDir);
    this.#origin = repositoryIn(join(this.#folder, 'origin'), {
      'a.txt': 'one\n',
      'b.txt': 'two\n',
      gone: 'x',
    });
    write(this.#origin, { 'a.txt': 'mine\n', 'new.txt': 'new\n' });
    rmSync(join(this.#origin, 'gone'));
  }

  get #counted(): string {
    return join(this.#folder, 'calls');
  }

  get calls(): number {
    return statSync(this.#counted, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Has a chat there that wants a worktree, or has one with a commit and a file of its own. */
  async begin(deed: Deed): Promise<void> {
    await this.#with(async (client) => {
      const { id: workspaceId } = await client.workspace.create({ folder: this.#origin });
      this.#chat = workspaceId;
      await client.workspace.chooseWorktree({
        workspaceId,
        choice: { own: true, changes: true, copies: null },
      });
      if (deed === 'make') return;
      await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
      this.#tree = await madeFolder(client, workspaceId);
      git(this.#tree, 'commit', '--quiet', '--all', '--message=mine');
      write(this.#tree, { 'later.txt': 'later\n' });
      if (deed === 'merge' || deed === 'commit') await this.#trust(client, workspaceId);
    });
  }

  /** All in the folder is committed too, and git may act there. */
  async #trust(client: ParleyClient, workspaceId: WorkspaceId): Promise<void> {
    git(this.#origin, 'reset', '--quiet', '--hard');
    rmSync(join(this.#origin, 'new.txt'));
    write(this.#origin, { 'ours.txt': 'ours\n' });
    git(this.#origin, 'add', '--all');
    git(this.#origin, 'commit', '--quiet', '--message=ours');
    const offer = await client.workspace.readCommitOffer({ workspaceId });
    const because = offer.offered ? undefined : offer.because;
    const fingerprint = because?.why === 'untrusted' ? because.fingerprint : null;
    if (fingerprint === null) throw new Error(`Not to be trusted: ${JSON.stringify(offer)}`);
    await client.workspace.trustRepository({ workspaceId, fingerprint });
  }

  async live(deed: Deed, env: NodeJS.ProcessEnv): Promise<void> {
    const child = spawn(process.execPath, [life, this.#dataDir, deed, this.#chat ?? ''], {
      env: { ...this.#env, ...env, CALLS_FILE: this.#counted },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
  }

  after(deed: Deed): Promise<{ found: string; wrong: string[] }> {
    switch (deed) {
      case 'make':
        return this.afterMaking();
      case 'remove':
        return this.afterRemoving();
      case 'leave':
        return this.afterLeaving();
      case 'merge':
        return this.afterMerging();
      case 'commit':
        return this.afterCommitting();
    }
  }

  /** The worktree is whole, or there is none and the next message makes it; the folder is as it was. */
  async afterMaking() {
    return this.#with(async (client) => {
      const workspaceId = this.#chat;
      if (workspaceId === undefined) throw new Error('There is no chat.');
      const before = await stateOf(client, workspaceId);
      // What was half made is taken back beside the start.
      if (before !== 'made') await until(() => this.#traces().length === 0);
      const wrong: string[] = before === 'made' ? [] : this.#traces();
      await client.workspace.sendMessage({ workspaceId, key: 'second', text: 'Go on' });
      const tree = await madeFolder(client, workspaceId);
      wrong.push(...differences(tree, { 'a.txt': 'mine\n', 'b.txt': 'two\n', 'new.txt': 'new\n' }));
      if (existsSync(join(tree, 'gone'))) wrong.push('gone is there');
      if (git(tree, 'status', '--short') !== ' M a.txt\n D gone\n?? new.txt')
        wrong.push('the state of the worktree');
      if (git(this.#origin, 'status', '--short') !== ' M a.txt\n D gone\n?? new.txt')
        wrong.push('the folder');
      if (git(this.#origin, 'worktree', 'list').split('\n').length !== 2) wrong.push('a worktree too many');
      if (git(this.#origin, 'branch', '--list', 'parley/*').split('\n').length !== 1)
        wrong.push('a branch too many');
      return { found: before ?? 'no chat', wrong };
    });
  }

  /** The chat is there with its worktree, or all of it is kept and nothing else is left. */
  async afterRemoving() {
    return this.#with(async (client) => {
      const workspaceId = this.#chat;
      if (workspaceId === undefined) throw new Error('There is no chat.');
      await client.app.ping();
      if ((await stateOf(client, workspaceId)) !== undefined) {
        await client.workspace.remove({ workspaceId });
      }
      await until(async () => (await client.worktrees.kept()).length > 0);
      const [kept] = await client.worktrees.kept();
      const wrong = this.#traces();
      if (kept?.commits !== 1 || kept.files !== 2) wrong.push(`kept ${JSON.stringify(kept)}`);
      const restored = await client.worktrees.restore({ id: kept?.id ?? '' });
      const tree = await madeFolder(client, restored.workspaceId);
      wrong.push(...differences(tree, { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'later.txt': 'later\n' }));
      return { found: 'kept', wrong };
    });
  }

  /** The chat has its worktree, or all of it is kept and the next message begins with it; nothing else is left. */
  async afterLeaving() {
    return this.#with(async (client) => {
      const workspaceId = this.#chat;
      if (workspaceId === undefined) throw new Error('There is no chat.');
      const found = (await stateOf(client, workspaceId)) ?? 'no chat';
      await client.workspace.removeWorktree({ workspaceId });
      await until(async () => (await stateOf(client, workspaceId)) === 'wanted');
      const wrong = this.#traces();
      const [kept, ...more] = await client.worktrees.kept();
      if (kept?.commits !== 1 || kept.files !== 2 || more.length > 0)
        wrong.push(`kept ${JSON.stringify(kept)}`);
      await client.workspace.sendMessage({ workspaceId, key: 'second', text: 'Go on' });
      const tree = await madeFolder(client, workspaceId);
      wrong.push(...differences(tree, { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'later.txt': 'later\n' }));
      if (git(tree, 'log', '--format=%s') !== 'mine\none') wrong.push('the history');
      return { found, wrong };
    });
  }

  /** The branch is merged, or the folder is as it was; git can work there, and Decisions says what was begun. */
  async afterMerging() {
    return this.#with(async (client) => {
      await until(() => locksIn(this.#origin).length === 0 && git(this.#origin, 'status', '--short') === '');
      const wrong = locksIn(this.#origin);
      const isMerged = git(this.#origin, 'log', '-1', '--format=%s').startsWith('Merge branch');
      if (git(this.#origin, 'status', '--short') !== '') wrong.push('the folder');
      const files = { 'a.txt': isMerged ? 'mine\n' : 'one\n', 'ours.txt': 'ours\n' };
      wrong.push(...differences(this.#origin, files), ...(await this.#decided(client, 'Merged', isMerged)));
      return { found: isMerged ? 'merged' : 'as before', wrong };
    });
  }

  /** All is committed, or nothing is and it can be; nothing of it is lost. */
  async afterCommitting() {
    return this.#with(async (client) => {
      const isCommitted = () => git(this.#tree, 'log', '-1', '--format=%s') === 'Later';
      const state = () => git(this.#tree, 'status', '--short');
      const whole = () => state() === (isCommitted() ? '' : ' D gone\n?? later.txt\n?? new.txt');
      await until(() => locksIn(this.#tree).length === 0 && (whole() || state() === expectedState));
      const wrong = locksIn(this.#tree);
      if (!whole() && state() !== expectedState) wrong.push(`the worktree: ${state()}`);
      wrong.push(
        ...differences(this.#tree, { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'later.txt': 'later\n' }),
      );
      wrong.push(...(await this.#decided(client, 'Committed', isCommitted())));
      return { found: isCommitted() ? 'committed' : 'as before', wrong };
    });
  }

  /** Returns what is wrong with the record of decisions: what was done stands in it, and nothing twice. */
  async #decided(client: ParleyClient, word: string, isDone: boolean): Promise<string[]> {
    const { entries } = await client.ledger.search({ query: '', kind: 'git' });
    const words = entries.map(entryStatus);
    return words.length > 1 || words.includes(word) !== isDone ? [`decisions: ${words.join(', ')}`] : [];
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #traces(): string[] {
    const places = `${this.#dataDir}-worktrees`;
    const folders = existsSync(places)
      ? readdirSync(places).flatMap((name) => readdirSync(join(places, name)))
      : [];
    const entries = join(this.#origin, '.git/worktrees');
    return [
      ...folders.map((name) => `the folder ${name} is left`),
      ...(existsSync(entries) ? readdirSync(entries).map((name) => `git's entry ${name} is left`) : []),
      ...git(this.#origin, 'branch', '--list', 'parley/*')
        .split('\n')
        .filter((name) => name !== '')
        .map((name) => `the branch ${name.trim()} is left`),
    ];
  }

  async #with<Result>(work: (client: ParleyClient) => Promise<Result>): Promise<Result> {
    const { agentFor } = scriptedAgent(Array.from({ length: 4 }, () => () => says('Done.')));
    const app = createApp({
      dataDir: this.#dataDir,
      version: '0',
      env: this.#env,
      suggestedFolder: this.#folder,
      undoTime: 0,
      agentFor,
      readLogin: async (_, environment) => ({ environment, problem: null }),
    });
    const client: ParleyClient = createRouterClient(lazy(async () => ({ default: await app.router() })));
    try {
      return await work(client);
    } finally {
      await app.close();
    }
  }
}

async function stateOf(client: ParleyClient, id: WorkspaceId): Promise<string | undefined> {
  for await (const item of await client.app.watch({})) {
    if (item.type !== 'snapshot') continue;
    const chat = item.state.workspaces.find((one) => one.id === id);
    return chat && (chat.worktree?.state ?? 'none');
  }
  return undefined;
}

/** Resolves to the folder of a chat once its worktree is made and its agent is done. */
async function madeFolder(client: ParleyClient, id: WorkspaceId): Promise<string> {
  for await (const item of await client.app.watch({})) {
    const chats =
      item.type === 'snapshot'
        ? item.state.workspaces
        : item.event.type === 'workspace-changed'
          ? [item.event.workspace]
          : [];
    const chat = chats.find((one) => one.id === id);
    if (chat?.turn.status === 'failed') throw new Error(JSON.stringify(chat.turn));
    if (chat?.worktree?.state === 'made' && chat.turn.status === 'idle') return chat.folder;
  }
  throw new Error('The feed ended.');
}

const expectedState = '?? later.txt\n?? new.txt';

/** Returns what keeps git from working in a work tree, or would go into what it does next. */
function locksIn(folder: string): string[] {
  const gitDir = git(folder, 'rev-parse', '--absolute-git-dir');
  const left = /\.lock$|^(MERGE_|AUTO_MERGE)/;
  return readdirSync(gitDir, { recursive: true, encoding: 'utf8' }).filter((name) => left.test(name));
}

/** Resolves once the condition holds, or after twenty seconds. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition()) && performance.now() < end) await pause(20);
}

function differences(folder: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const now = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
    return now === text ? [] : [`${path} is ${JSON.stringify(now)}`];
  });
}
