import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { openWindow } from '../../src/main/testing/trial-window.ts';
import type { AppEvent, AppState } from '../../src/shared/contract/app-state.ts';
import type { ParleyClient } from '../../src/shared/contract/contract.ts';
import type { FeedItem } from '../../src/shared/contract/feed.ts';
import { isInbox } from '../../src/shared/workspace/workspace-link.ts';
import { chatRows, composer, openFolder } from './chat.ts';
import { ConsoleGuard } from './console-guard.ts';
import { HostProcess } from './host-process.ts';
import { hasOwnClock, type WarmOrigin, type WarmOrigins } from './warm-origin.ts';

/** One running Parley in a browser that tests use one after the other, each in a chat and folder of its own. */
export class SharedParley {
  readonly guard = new ConsoleGuard();
  readonly dataDir: string;
  readonly #folder: string;
  readonly #process: HostProcess;
  readonly #origin: WarmOrigin;
  #page: Page | undefined;
  #hasScripts = false;
  #wasEnded = false;
  /** The state that no test may leave changed, as it was at the start. */
  #atStart: AppState | undefined;
  #stored: string | undefined;

  private constructor(folder: string, process: HostProcess, origin: WarmOrigin) {
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    this.#process = process;
    this.#origin = origin;
  }

  static async start(env: Record<string, string>, origin: WarmOrigin): Promise<SharedParley> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-e2e-shared-'));
    const workspaceDir = join(folder, 'first');
    await mkdir(workspaceDir);
    const process = new HostProcess({ dataDir: join(folder, 'data'), workspaceDir, env }, origin);
    await process.start();
    return new SharedParley(folder, process, origin);
  }

  get address(): string {
    return this.#process.address;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('no test has begun');
    return this.#page;
  }

  /** Opens the folder of a test in a chat of its own, and archives those of earlier tests. */
  async begin(workspaceDir: string): Promise<void> {
    this.guard.reset();
    await this.#openPage();
    await this.#ask(async (client, state) => {
      // Archived, for a chat that is removed can be taken back for a while, in every window.
      for (const { id, archived } of state.workspaces)
        if (!archived) await client.workspace.setArchived({ workspaceId: id, archived: true });
      this.#atStart ??= state;
    });
    await openFolder(this.page, workspaceDir);
    await expect(composer(this.page)).toBeFocused();
    await expect(chatRows(this.page)).toHaveCount(1);
    this.#stored ??= await storedIn(this.page);
  }

  /**
   * Stops what agents still do, and puts the settings back. Returns false when the next test needs another Parley:
   * something else that is the same for all chats has changed, something still waits for the person, or the process
   * was ended. Where only the window is not as it was, the next test gets a new one.
   */
  async end(): Promise<boolean> {
    const atStart = this.#atStart;
    if (this.#wasEnded || atStart === undefined) return false;
    await this.#ask(async (client, { workspaces }) => {
      const inUse = workspaces.filter(({ archived }) => !archived);
      await Promise.all(inUse.map(({ id }) => client.workspace.stop({ workspaceId: id })));
      // Until a turn has ended it may still have the person asked something.
      await untilNoneWorks(client);
      await client.app.saveSettings(atStart.settings);
    });
    if (!(await this.#isAtRest())) await this.#closePage();
    return this.#ask(
      async (_, state) =>
        sharedBy(state) === sharedBy(atStart) &&
        // The Inbox is the same for all tests, and keeps what was asked there.
        state.workspaces.every(({ id, waiting }) => waiting === 0 && !isInbox(id)),
    );
  }

  /** Ends its process in the middle of a test, the last one to use it. */
  async endProcess(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#wasEnded = true;
    await this.#process.end(signal);
  }

  /** Starts its process again, at its address. */
  startProcess(): Promise<void> {
    return this.#process.start();
  }

  /** Ends it. Returns where it was served. */
  async close(): Promise<WarmOrigin> {
    await this.#closePage();
    await this.#process.end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    return this.#origin;
  }

  async #openPage(): Promise<void> {
    if (this.#page === undefined) {
      const onPage = (page: Page) => {
        this.guard.watch(page);
        this.#noteScriptsOf(page);
      };
      this.#page = await this.#origin.openPage({ address: this.address, onPage });
      return;
    }
    await this.page.unrouteAll();
    await this.page.context().clearPermissions();
    await this.page.emulateMedia({
      media: null,
      colorScheme: null,
      forcedColors: null,
      reducedMotion: 'reduce',
    });
    await this.page.setViewportSize({ width: 1200, height: 800 });
    await this.page.mouse.move(0, 0);
  }

  /** Notes that a test has a script of its own run first in the window, where it stays through every load. */
  #noteScriptsOf(page: Page): void {
    this.#hasScripts = false;
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = (script, arg) => {
      this.#hasScripts = true;
      return addInitScript(script, arg);
    };
  }

  /** True while the window is as Parley has it, shows its chat with nothing over it, and keeps nothing. */
  async #isAtRest(): Promise<boolean> {
    if (this.page.isClosed() || this.#hasScripts) return false;
    for (const other of this.page.context().pages()) if (other !== this.page) await other.close();
    if (!(await canBePressed(composer(this.page)))) return false;
    const isPlain = await this.page.evaluate(
      () => document.querySelector('dialog[open], :popover-open, [role=alert]') === null,
    );
    return isPlain && (await hasOwnClock(this.page)) && (await storedIn(this.page)) === this.#stored;
  }

  async #closePage(): Promise<void> {
    await this.#origin.clear();
    this.#page = undefined;
  }

  async #ask<Result>(use: (client: ParleyClient, state: AppState) => Promise<Result>): Promise<Result> {
    const window = await openWindow(this.address);
    try {
      for await (const item of await window.client.app.watch({})) {
        if (item.type === 'snapshot') return await use(window.client, item.state);
      }
      throw new Error('the host says nothing of its state');
    } finally {
      window.close();
    }
  }
}

/** Returns what is the same for all chats, as text. */
const sharedBy = ({ settings, rules, agents, servers }: AppState): string =>
  JSON.stringify({ settings, rules, agents, servers });

async function untilNoneWorks(client: ParleyClient): Promise<void> {
  const working = new Set<string>();
  for await (const item of await client.app.watch({})) {
    for (const { id, turn } of workspacesOf(item)) {
      if (turn.status === 'working') working.add(id);
      else working.delete(id);
    }
    if (working.size === 0) return;
  }
}

function workspacesOf(item: FeedItem<AppState, AppEvent>) {
  if (item.type === 'snapshot') return item.state.workspaces;
  return item.event.type === 'workspace-changed' ? [item.event.workspace] : [];
}

const canBePressed = (field: Locator): Promise<boolean> =>
  field.click({ trial: true, timeout: 1_000 }).then(
    () => true,
    () => false,
  );

const storedIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** The number that is kept running for other tests: those whose agent is a model, and those whose agent is the guide. */
const keptRunning = 2;

/** The shared Parleys of a worker, one for each environment, the last used ones. */
export class SharedParleys {
  readonly #origins: WarmOrigins;
  readonly #running = new Map<string, SharedParley>();

  constructor(origins: WarmOrigins) {
    this.#origins = origins;
  }

  /** Has a test begin in its folder. */
  async begin(env: Record<string, string>, workspaceDir: string): Promise<SharedParley> {
    const key = JSON.stringify(env);
    const parley = this.#running.get(key) ?? (await SharedParley.start(env, this.#origins.take()));
    this.#running.delete(key);
    this.#running.set(key, parley);
    const [oldest] = this.#running.values();
    if (oldest !== undefined && this.#running.size > keptRunning) await this.end(oldest);
    await parley.begin(workspaceDir);
    return parley;
  }

  /** Ends one that no other test can use. */
  async end(parley: SharedParley): Promise<void> {
    for (const [key, running] of this.#running) if (running === parley) this.#running.delete(key);
    this.#origins.give(await parley.close());
  }

  async close(): Promise<void> {
    for (const parley of this.#running.values()) await this.end(parley);
  }
}
