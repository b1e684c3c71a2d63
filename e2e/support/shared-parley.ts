import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser, Locator, Page } from 'playwright';
import { openWindow } from '../../src/main/testing/trial-window.ts';
import type { AppState } from '../../src/shared/contract/app-state.ts';
import type { ParleyClient } from '../../src/shared/contract/contract.ts';
import { openPage } from './browser-host.ts';
import { chatRows, composer, openFolder } from './chat.ts';
import { ConsoleGuard } from './console-guard.ts';
import type { OpenBrowser } from './worker.ts';
import { HostProcess } from './host-process.ts';

/** One running Parley in a browser that tests use one after the other, each in a chat and folder of its own. */
export class SharedParley {
  readonly guard = new ConsoleGuard();
  readonly dataDir: string;
  readonly #folder: string;
  readonly #process: HostProcess;
  readonly #browser: Browser;
  #page: Page | undefined;
  #wasEnded = false;
  /** What no test may leave changed, as it was at the start. */
  #settings: string | undefined;
  #stored: string | undefined;

  private constructor(folder: string, process: HostProcess, browser: Browser) {
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    this.#process = process;
    this.#browser = browser;
  }

  static async start(env: Record<string, string>, browser: Browser): Promise<SharedParley> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-e2e-shared-'));
    const workspaceDir = join(folder, 'first');
    await mkdir(workspaceDir);
    const process = new HostProcess({ dataDir: join(folder, 'data'), workspaceDir, env });
    await process.start();
    return new SharedParley(folder, process, browser);
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
    await this.#ask(async (client, { workspaces, ...state }) => {
      // Archived, for a chat that is removed can be taken back for a while, in every window.
      for (const { id, archived } of workspaces)
        if (!archived) await client.workspace.setArchived({ workspaceId: id, archived: true });
      this.#settings ??= settingsOf(state);
    });
    await openFolder(this.page, workspaceDir);
    await expect(composer(this.page)).toBeFocused();
    await expect(chatRows(this.page)).toHaveCount(1);
    this.#stored ??= await storedIn(this.page);
  }

  /**
   * Stops what agents still do. Returns false when the next test needs another Parley: what is the same for all chats
   * has changed, something still waits for the person, or the process was ended. Where only the window is not as it
   * was, the next test gets a new one.
   */
  async end(): Promise<boolean> {
    if (this.#wasEnded) return false;
    await this.#ask(async (client, { workspaces }) => {
      const inUse = workspaces.filter(({ archived }) => !archived);
      await Promise.all(inUse.map(({ id }) => client.workspace.stop({ workspaceId: id })));
    });
    if (!(await this.#isAtRest())) await this.#closePage();
    return this.#ask(
      async (_, state) =>
        settingsOf(state) === this.#settings && state.workspaces.every(({ waiting }) => waiting === 0),
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

  async close(): Promise<void> {
    await this.#closePage();
    await this.#process.end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #openPage(): Promise<void> {
    if (this.#page === undefined) {
      this.#page = await openPage(this.#browser, { onPage: (page) => this.guard.watch(page) }, this.address);
      await this.page.evaluate((name) => Object.assign(window, { [name]: true }), mark);
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

  /** True while the window is the one that was opened, shows its chat with nothing over it, and keeps nothing. */
  async #isAtRest(): Promise<boolean> {
    if (this.page.isClosed() || this.page.context().pages().length > 1) return false;
    if (!(await canBePressed(composer(this.page)))) return false;
    const isAsOpened = await this.page.evaluate(
      (name) => name in window && document.querySelector('dialog[open], :popover-open') === null,
      mark,
    );
    return isAsOpened && (await storedIn(this.page)) === this.#stored;
  }

  async #closePage(): Promise<void> {
    await this.#page?.context().close();
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

/** Marks a window, until it is loaded again. */
const mark = 'isOpenedForTests';

const settingsOf = ({ settings, rules, agents, servers }: Omit<AppState, 'workspaces'>): string =>
  JSON.stringify({ settings, rules, agents, servers });

const canBePressed = (field: Locator): Promise<boolean> =>
  field.click({ trial: true, timeout: 1_000 }).then(
    () => true,
    () => false,
  );

const storedIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** How many are kept running for other tests: those whose agent is a model, and those whose agent is the guide. */
const keptRunning = 2;

/** The shared Parleys of a worker, one for each environment, the last used ones. */
export class SharedParleys {
  readonly #openBrowser: OpenBrowser;
  readonly #running = new Map<string, SharedParley>();

  constructor(openBrowser: OpenBrowser) {
    this.#openBrowser = openBrowser;
  }

  /** Has a test begin in its folder. */
  async begin(env: Record<string, string>, workspaceDir: string): Promise<SharedParley> {
    const key = JSON.stringify(env);
    const parley = this.#running.get(key) ?? (await SharedParley.start(env, await this.#openBrowser()));
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
    await parley.close();
  }

  async close(): Promise<void> {
    for (const parley of this.#running.values()) await this.end(parley);
  }
}
