import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { type App, startApp } from '../../../src/main/app.ts';
import type { StartTimer } from '../../../src/main/clock.ts';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import { dialectIds } from '../../../src/shared/dialects/registry.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import { applyEvent } from '../../../src/shared/transcript/apply-event.ts';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import type { TurnState } from '../../../src/shared/workspace/turn-state.ts';
import type { Workspace } from '../../../src/shared/workspace/workspace.ts';
import { type MisbehavingProvider, startMisbehavingProvider, wellSaid } from './misbehaving-provider.ts';
import { type Misbehaviour, misbehaviours } from './provider-replies.ts';

/** How chats went: `failures` are those that had no last word, could not be read again, or did not go on. */
export type ChatFuzz = {
  failures: string[];
  chats: number;
  answered: number;
  refused: number;
  waiting: number;
};

/** A chat with a model of its own. */
type Play = Misbehaviour & { model: string; mode: Workspace['mode']; dialect: Workspace['dialect'] };

/** The chats of one app, and how many of them are at work at once. */
const [chatsPerApp, atOnce] = [200, 4];

/** The longest that a chat may take for one of its turns, in milliseconds; the slowest takes a few seconds. */
const patience = 120_000;

/**
 * Holds whole chats with providers of every protocol that misbehave: each turn has to end in an answer, a failure that
 * is told with something to do about it, or a card that waits; a window has to show what is stored; the chat has to
 * go on once the provider behaves; and after a restart it has to read the same.
 */
export async function fuzzChats(runs: number, seed: number): Promise<ChatFuzz> {
  const samples = fc.sample(plays(), { numRuns: runs, seed });
  const figures: ChatFuzz = { failures: [], chats: 0, answered: 0, refused: 0, waiting: 0 };
  const provider = await startMisbehavingProvider();
  for (let from = 0; from < runs; from += chatsPerApp) {
    const some = samples
      .slice(from, from + chatsPerApp)
      .map((play, at) => ({ ...play, model: `model-${from + at}` }));
    await holdChats(some, provider, figures);
  }
  provider.close();
  return figures;
}

const plays = (): fc.Arbitrary<Omit<Play, 'model'>> =>
  fc
    .record({
      wrong: misbehaviours(),
      mode: fc.constantFrom<Workspace['mode']>('plan', 'exec'),
      dialect: fc.constantFrom(null, ...dialectIds),
    })
    .map(({ wrong, ...rest }) => ({ ...wrong, ...rest }));

async function holdChats(
  some: readonly Play[],
  provider: MisbehavingProvider,
  figures: ChatFuzz,
): Promise<void> {
  const stage = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'parley-fuzz-'));
  const [dataDir, folder] = [join(stage, 'data'), join(stage, 'work')];
  for (const made of [dataDir, folder]) await mkdir(made);
  await writeFile(join(folder, 'a.txt'), 'a\n');
  provider.offer(some);
  const host = await Host.start(dataDir, provider.url);
  const shown = new Map<WorkspaceId, { play: Play; transcript: Transcript }>();
  const left = [...some];
  const holdOneByOne = async () => {
    for (let play = left.shift(); play !== undefined; play = left.shift()) {
      try {
        const chat = await Chat.begin(host, folder, play);
        provider.misbehave(play.model);
        figures[await chat.firstTurn()] += 1;
        provider.behave(play.model);
        shown.set(chat.id, { play, transcript: await chat.goOn() });
        provider.check(play.model);
      } catch (error) {
        figures.failures.push(failureText(play, error));
      }
      figures.chats += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, holdOneByOne));
  await host.close();
  const next = await Host.start(dataDir, provider.url);
  for (const [workspaceId, { play, transcript }] of shown) {
    try {
      const { state } = await next.client.workspace.readEnd({ workspaceId });
      if (!isDeepStrictEqual(state.transcript, transcript))
        throw new Error('It reads otherwise after a restart.');
    } catch (error) {
      figures.failures.push(failureText(play, error));
    }
  }
  await next.close();
  await rm(stage, { recursive: true, force: true, maxRetries: 3 });
}

const failureText = ({ model, id, replies }: Play, error: unknown): string =>
  `${id}/${model}: ${error instanceof Error ? error.message : String(error)} for ${JSON.stringify(replies).slice(0, 600)}`;

/** Every pause is over at once. */
const noPause: StartTimer = (_, run) => {
  const timer = setTimeout(run, 0);
  return () => clearTimeout(timer);
};

/** The real app on a data folder, called as a window calls it, and the newest of its list of chats. */
class Host {
  readonly client: ParleyClient;
  readonly #app: App;
  readonly #rows = new Map<WorkspaceId, Workspace>();
  #changed = Promise.withResolvers<void>();

  private constructor(app: App, client: ParleyClient) {
    this.#app = app;
    this.client = client;
    void this.#watch().catch(() => undefined);
  }

  static async start(dataDir: string, url: string): Promise<Host> {
    const app = await startApp({
      dataDir,
      version: '0',
      env: environment(url),
      suggestedFolder: dataDir,
      readLogin: async (_, login) => ({ environment: login, problem: null }),
      after: noPause,
    });
    const client: ParleyClient = createRouterClient(await app.router());
    await client.app.saveSettings({ askTimeout: 0, nameChats: false });
    return new Host(app, client);
  }

  /** Resolves to a chat once a condition holds for it. */
  async until(id: WorkspaceId, holds: (row: Workspace) => boolean): Promise<Workspace> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`It stays ${JSON.stringify(this.#rows.get(id)?.turn)}.`)),
      patience,
    );
    try {
      for (;;) {
        const row = this.#rows.get(id);
        if (row !== undefined && holds(row)) return row;
        await Promise.race([this.#changed.promise, late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  async #watch(): Promise<void> {
    for await (const item of await this.client.app.watch({})) {
      const rows =
        item.type === 'snapshot'
          ? item.state.workspaces
          : item.event.type === 'workspace-changed'
            ? [item.event.workspace]
            : [];
      for (const row of rows) this.#rows.set(row.id, row);
      const { resolve } = this.#changed;
      this.#changed = Promise.withResolvers();
      resolve();
    }
  }
}

const environment = (url: string): Record<string, string> => ({
  ANTHROPIC_API_KEY: 'key',
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: 'key',
  OPENAI_BASE_URL: `${url}/v1`,
  GOOGLE_GENERATIVE_AI_API_KEY: 'key',
  GOOGLE_GENERATIVE_AI_BASE_URL: url,
  OPENAI_COMPATIBLE_BASE_URL: url,
  OLLAMA_HOST: url.replace('http://', ''),
});

/** One chat, and a window that watches it. */
class Chat {
  readonly id: WorkspaceId;
  readonly #host: Host;
  #seen: Transcript = { messages: [], hasEarlier: false };
  #changed = Promise.withResolvers<void>();

  private constructor(host: Host, id: WorkspaceId) {
    this.#host = host;
    this.id = id;
    void this.#watch().catch(() => undefined);
  }

  static async begin(host: Host, folder: string, play: Play): Promise<Chat> {
    const { client } = host;
    const { id } = await client.workspace.create({ folder, agent: `${play.id}/${play.model}` });
    await client.workspace.setMode({ workspaceId: id, mode: play.mode });
    await client.workspace.setDialect({ workspaceId: id, dialect: play.dialect });
    return new Chat(host, id);
  }

  /** Sends a message to a provider that misbehaves; returns how its turn ended. */
  async firstTurn(): Promise<'answered' | 'refused' | 'waiting'> {
    await this.#send('Go');
    const { turn, waiting } = await this.#host.until(this.id, (row) => isOver(row.turn) || row.waiting > 0);
    if (!isOver(turn) && waiting > 0) return 'waiting';
    const end = endOf(turn, await this.#shown());
    if (end === undefined) throw new Error(`Its turn has no last word: ${JSON.stringify(turn)}.`);
    return end;
  }

  /** Sends another message to the provider, which behaves now; returns the chat as it is shown then. */
  async goOn(): Promise<Transcript> {
    await this.#send('And now?');
    const { turn } = await this.#host.until(this.id, (row) => isOver(row.turn));
    const shown = await this.#shown();
    const last = shown.messages.at(-1);
    const isAnswered = last?.role === 'agent' && JSON.stringify(last.parts).includes(wellSaid);
    if (turn.status !== 'idle' || !isAnswered) throw new Error(`It does not go on: ${JSON.stringify(turn)}.`);
    return shown;
  }

  async #send(text: string): Promise<void> {
    const workspaceId = this.id;
    const began = this.#host.until(workspaceId, ({ turn }) => !isOver(turn));
    await this.#host.client.workspace.sendMessage({ workspaceId, key: `${workspaceId} ${text}`, text });
    await began;
  }

  /** Returns the chat as a window reads it that opens now, once the one that watches shows the same. */
  async #shown(): Promise<Transcript> {
    const { state } = await this.#host.client.workspace.readEnd({ workspaceId: this.id });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('A window does not show what is stored.')),
      patience,
    );
    try {
      while (!isDeepStrictEqual(this.#seen, state.transcript))
        await Promise.race([this.#changed.promise, late.promise]);
    } finally {
      clearTimeout(timer);
    }
    return state.transcript;
  }

  async #watch(): Promise<void> {
    for await (const item of await this.#host.client.workspace.watch({ workspaceId: this.id })) {
      this.#seen = item.type === 'snapshot' ? item.state.transcript : applyEvent(this.#seen, item.event);
      const { resolve } = this.#changed;
      this.#changed = Promise.withResolvers();
      resolve();
    }
  }
}

const isOver = ({ status }: TurnState): boolean => status !== 'working';

/** Returns how a turn ended; undefined where it ended without a word. */
function endOf(turn: TurnState, { messages }: Transcript): 'answered' | 'refused' | undefined {
  const last = messages.at(-1);
  switch (turn.status) {
    case 'idle': {
      const parts = last?.role === 'agent' ? last.parts : [];
      return parts.some((part) => part.type === 'text' && part.text.trim() !== '') ? 'answered' : undefined;
    }
    case 'failed': {
      const { what, remedies } = turn.problem;
      return remedies.length > 0 && !what.startsWith('Something went wrong') ? 'refused' : undefined;
    }
    case 'working':
    case 'interrupted':
      return undefined;
  }
}
