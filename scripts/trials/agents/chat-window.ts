import { setTimeout as pause } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import { type App, startApp } from '../../../src/main/app.ts';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import { applyEvent } from '../../../src/shared/transcript/apply-event.ts';
import type { ToolPart, Transcript } from '../../../src/shared/transcript/transcript.ts';
import type { Workspace } from '../../../src/shared/workspace/workspace.ts';
import type { ModelServer } from './model-server.ts';

/** The longest that anything is waited for, in milliseconds. */
const patience = 60_000;

/** The app on a data folder with one window that watches a chat. */
export class ChatWindow {
  readonly #app: App;
  readonly client: ParleyClient;
  readonly id: WorkspaceId;
  #transcript: Transcript = { messages: [], hasEarlier: false };
  #workspace: Workspace | undefined;
  #changed = Promise.withResolvers<void>();

  private constructor(app: App, client: ParleyClient, id: WorkspaceId) {
    this.#app = app;
    this.client = client;
    this.id = id;
    void this.#watch().catch(() => undefined);
    void this.#watchList().catch(() => undefined);
  }

  /** Opens the app; `id` is the chat of before, without it one begins on the folder. */
  static async open(
    dataDir: string,
    folder: string,
    env: Record<string, string>,
    id?: WorkspaceId,
  ): Promise<ChatWindow> {
    const app = await startApp({ dataDir, version: '0', env, suggestedFolder: folder });
    const client: ParleyClient = createRouterClient(await app.router());
    return new ChatWindow(app, client, id ?? (await client.workspace.create({ folder })).id);
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  get workspace(): Workspace | undefined {
    return this.#workspace;
  }

  calls(): ToolPart[] {
    return this.#transcript.messages.flatMap((message) =>
      message.role === 'user' ? [] : message.parts.filter((part) => part.type === 'tool'),
    );
  }

  async send(text: string): Promise<void> {
    await this.client.workspace.sendMessage({ workspaceId: this.id, key: `${text} ${Date.now()}`, text });
  }

  /** All that the agent has said. */
  text(): string {
    return this.#transcript.messages
      .flatMap((message) => (message.role === 'agent' ? message.parts : []))
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n');
  }

  /** Says hello, and waits for the end of a turn in which the model answers with these words. */
  async hello(model: ModelServer, words: string): Promise<void> {
    model.say([{ text: words }]);
    await this.send('Say hello.');
    await this.until('words', () => this.text().includes(words) || undefined);
    await this.untilTurn('idle');
  }

  /** Waits until something is there. Throws where the turn fails first, or it takes too long. */
  until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    return this.#until(what, () => {
      const found = find();
      const turn = this.#workspace?.turn;
      if (found === undefined && turn?.status === 'failed')
        throw new Error([turn.problem.what, ...(turn.problem.lines ?? []).slice(-5)].join('\n'));
      return found;
    });
  }

  /** Goes on after a turn that failed. */
  async resume(): Promise<void> {
    await this.client.workspace.resume({ workspaceId: this.id });
    await this.untilGoesOn();
  }

  /** Waits until a turn that failed goes on. */
  untilGoesOn(): Promise<true> {
    return this.#until('the turn to go on', () => this.#workspace?.turn.status !== 'failed' || undefined);
  }

  async #until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`Waited in vain for ${what}.`)), patience);
    try {
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        await Promise.race([this.#changed.promise, late.promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes a call again until it succeeds: right after a start a card may not be answerable yet. */
  async once(call: () => Promise<unknown>): Promise<void> {
    const until = performance.now() + 2_000;
    for (;;) {
      try {
        await call();
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await pause(20);
      }
    }
  }

  untilTurn(status: Workspace['turn']['status']): Promise<true> {
    return this.until(`a turn that is ${status}`, () => this.#workspace?.turn.status === status || undefined);
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  #announce(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }

  async #watch(): Promise<void> {
    for await (const item of await this.client.workspace.watch({ workspaceId: this.id })) {
      this.#transcript =
        item.type === 'snapshot' ? item.state.transcript : applyEvent(this.#transcript, item.event);
      this.#announce();
    }
  }

  async #watchList(): Promise<void> {
    for await (const item of await this.client.app.watch({})) {
      const seen =
        item.type === 'snapshot'
          ? item.state.workspaces
          : item.event.type === 'workspace-changed'
            ? [item.event.workspace]
            : [];
      this.#workspace = seen.find(({ id }) => id === this.id) ?? this.#workspace;
      this.#announce();
    }
  }
}
