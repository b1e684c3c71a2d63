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
import { startApp } from '../../../../src/main/app.ts';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../../src/shared/ids.ts';
import { says, scriptedAgent } from '../../agents/model/scripted-agent.ts';
import { compileCache } from '../../compile-cache.ts';
import { untilWorkspace } from '../../test-app.ts';
import { git, repositoryIn, write } from '../repository.ts';
import type { Deed } from './deeds.ts';
import type { KillMoment, Length } from './kill-moments.ts';

/** A git that counts its calls, and ends the process that made one of them; of two at once that are due, one does. */
const countingGit = (realGit: string) => `#!/bin/sh
[ -n "$CALLS_FILE" ] || exec "${realGit}" "$@"
printf x >> "$CALLS_FILE"
[ -n "$END_AT_CALL" ] || exec "${realGit}" "$@"
if [ "$(wc -c < "$CALLS_FILE")" -ge "$END_AT_CALL" ] && mkdir "$CALLS_FILE.ended" 2>/dev/null; then
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

const life = join(import.meta.dirname, 'worktree-life.ts');

/** What the next start has found, in a few words, and what is wrong with it. */
export type Found = { found: string; wrong: string[] };

/** A data folder and a repository with files that are not committed, in which a process does a deed and is ended. */
export abstract class KillStage implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  readonly deed: Deed;
  readonly origin: string;
  readonly #dataDir = join(this.folder, 'data');
  readonly #counted = join(this.folder, 'calls');
  readonly #steps = join(this.folder, 'steps');
  readonly #env: NodeJS.ProcessEnv;
  #chat: WorkspaceId | undefined;

  constructor(deed: Deed) {
    this.deed = deed;
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    const realGit = (process.env['PATH'] ?? '')
      .split(':')
      .map((folder) => join(folder, 'git'))
      .find((path) => existsSync(path));
    writeFileSync(join(bin, 'git'), countingGit(realGit ?? ''));
    chmodSync(join(bin, 'git'), 0o755);
    this.#env = { PATH: `${bin}:${process.env['PATH']}`, HOME: this.folder, PARLEY_CONFINEMENT: 'off' };
    writeFileSync(join(this.folder, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n');
    mkdirSync(this.#dataDir);
    this.origin = repositoryIn(join(this.folder, 'origin'), {
      'a.txt': 'one\n',
      'b.txt': 'two\n',
      gone: 'x',
    });
    write(this.origin, { 'a.txt': 'mine\n', 'new.txt': 'new\n' });
    rmSync(join(this.origin, 'gone'));
  }

  get chat(): WorkspaceId {
    if (this.#chat === undefined) throw new Error('There is no chat.');
    return this.#chat;
  }

  /** Prepares the chat, which wants a worktree. */
  protected abstract prepare(client: ParleyClient): Promise<void>;

  /** Looks what the next start makes of it, and goes on. */
  protected abstract look(client: ParleyClient): Promise<Found>;

  begin(): Promise<void> {
    return this.#with(async (client) => {
      const { id: workspaceId } = await client.workspace.create({ folder: this.origin });
      this.#chat = workspaceId;
      const choice = { own: true, changes: true, copies: null } as const;
      await client.workspace.chooseWorktree({ workspaceId, choice });
      await this.prepare(client);
    });
  }

  /** Lets a process do the deed to its end; returns how many calls of git and steps that takes. */
  async measure(): Promise<Length> {
    await this.#live({ STEPS_FILE: this.#steps });
    const calls = statSync(this.#counted, { throwIfNoEntry: false })?.size ?? 0;
    return { calls, steps: existsSync(this.#steps) ? Number(readFileSync(this.#steps, 'utf8')) : 0 };
  }

  /** Has a process do the deed that is ended at a moment; false where it came to its end before. */
  endAt(moment: KillMoment): Promise<boolean> {
    switch (moment.at) {
      case 'git':
        return this.#live({ END_AT_CALL: `${moment.call}`, END_WHEN: moment.when });
      case 'step':
        return this.#live({ STEPS_FILE: this.#steps, END_AT_STEP: `${moment.step}` });
      case 'command':
        writeFileSync(join(this.folder, 'end-when'), moment.when);
        return this.#live({});
    }
  }

  after(): Promise<Found> {
    return this.#with((client) => this.look(client));
  }

  /** Has the chat's worktree made; resolves to its folder. */
  async makeWorktree(client: ParleyClient, key: string): Promise<string> {
    await client.workspace.sendMessage({ workspaceId: this.chat, key, text: 'Retry failed uploads' });
    return madeFolder(client, this.chat);
  }

  /** Returns what is left of a worktree. */
  protected traces(): string[] {
    const places = `${this.#dataDir}-worktrees`;
    const folders = existsSync(places)
      ? readdirSync(places).flatMap((name) => readdirSync(join(places, name)))
      : [];
    const entries = join(this.origin, '.git/worktrees');
    return [
      ...folders.map((name) => `the folder ${name} is left`),
      ...(existsSync(entries) ? readdirSync(entries).map((name) => `git's entry ${name} is left`) : []),
      ...git(this.origin, 'branch', '--list', 'parley/*')
        .split('\n')
        .filter((name) => name !== '')
        .map((name) => `the branch ${name.trim()} is left`),
    ];
  }

  async #live(env: NodeJS.ProcessEnv): Promise<boolean> {
    const child = spawn(process.execPath, [life, this.#dataDir, this.deed, this.chat], {
      env: {
        ...this.#env,
        ...env,
        NODE_COMPILE_CACHE: compileCache,
        CALLS_FILE: this.#counted,
        LIFE_FILE: join(this.folder, 'life'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
    return child.signalCode === 'SIGKILL';
  }

  async #with<Result>(work: (client: ParleyClient) => Promise<Result>): Promise<Result> {
    const { agentFor } = scriptedAgent(Array.from({ length: 4 }, () => () => says('Done.')));
    const app = await startApp({
      dataDir: this.#dataDir,
      version: '0',
      env: this.#env,
      suggestedFolder: this.folder,
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

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Resolves to the folder of a chat once its worktree is made and its agent is done. */
export async function madeFolder(client: ParleyClient, id: WorkspaceId): Promise<string> {
  const { folder, turn } = await untilWorkspace(
    client,
    id,
    (chat) =>
      chat.turn.status === 'failed' || (chat.worktree?.state === 'made' && chat.turn.status === 'idle'),
  );
  if (turn.status === 'failed') throw new Error(JSON.stringify(turn));
  return folder;
}

/** Returns what keeps git from working in a work tree, or would go into what it does next. */
export function locksIn(folder: string): string[] {
  const gitDir = git(folder, 'rev-parse', '--absolute-git-dir');
  const left = /\.lock$|^(MERGE_|AUTO_MERGE)/;
  return readdirSync(gitDir, { recursive: true, encoding: 'utf8' }).filter((name) => left.test(name));
}

/** Resolves once the condition holds, or after twenty seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition()) && performance.now() < end) await pause(20);
}

/** Returns which files are other than these; null for one that is not to be there. */
export function differences(folder: string, files: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const now = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
    return now === text ? [] : [`${path} is ${JSON.stringify(now)}`];
  });
}
