import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { openWindow } from '../../test/main/http/trial-window.ts';
import { makeDataDir } from '../../test/main/storage/fresh-database.ts';
import type { AppState } from '../../src/shared/contract/app-state.ts';
import type { ParleyClient } from '../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { DialectId } from '../../src/shared/dialects/registry.ts';
import { chatRows, composer } from './chat.ts';
import { ConsoleGuard } from './console-guard.ts';
import { HostProcess } from './host-process.ts';
import { makeTestFolder } from './memory-folder.ts';
import { appStateOf, isAsAtStart, putBack } from './put-back.ts';
import type { WarmOrigin, WarmOrigins } from './warm-origin.ts';

/** What a chat has instead of what the environment says for new ones. */
export type ChatChoices = { agent?: string; dialect?: DialectId };

/** One running Parley in a browser, which tests use one after the other, each with its own chat and folder. */
export class SharedParley {
  readonly guard = new ConsoleGuard();
  readonly dataDir: string;
  readonly #folder: string;
  readonly #process: HostProcess;
  readonly #origin: WarmOrigin;
  #page: Page | undefined;
  #atStart: AppState | undefined;
  #stored: string | undefined;

  private constructor(folder: string, process: HostProcess, origin: WarmOrigin) {
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    this.#process = process;
    this.#origin = origin;
  }

  static async start(env: Record<string, string>, origin: WarmOrigin): Promise<SharedParley> {
    const folder = await makeTestFolder();
    const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'first')];
    makeDataDir(dataDir);
    await mkdir(workspaceDir);
    const process = new HostProcess({ dataDir, workspaceDir, env }, origin);
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

  /** Begins a chat about a test's folder, shows it in the window, and archives those of earlier tests. */
  async begin(workspaceDir: string, choices: ChatChoices): Promise<void> {
    this.guard.reset();
    const id = await this.#ask((client) => this.#beginChat(client, workspaceDir, choices));
    await this.#openPage();
    // A window that is used again shows the earlier test's chat until it hears of this one.
    const row = this.page.locator(`[data-list-row="${id}"]`);
    await expect(row).toBeVisible();
    await expect(chatRows(this.page)).toHaveCount(1);
    await row.click();
    await expect(row).toHaveAttribute('aria-current', 'page');
    await expect(composer(this.page)).toBeFocused();
    await this.page.mouse.move(0, 0);
    this.#stored ??= (await windowState(this.page)).stored;
  }

  async #beginChat(
    client: ParleyClient,
    folder: string,
    { agent, dialect }: ChatChoices,
  ): Promise<WorkspaceId> {
    const state = await appStateOf(client);
    this.#atStart ??= state;
    // Archived, since a removed chat can be taken back for a while in every window.
    for (const { id, archived } of state.workspaces)
      if (!archived) await client.workspace.setArchived({ workspaceId: id, archived: true });
    const { id: workspaceId } = await client.workspace.create({ folder });
    if (agent !== undefined) await client.workspace.setAgent({ workspaceId, agent });
    if (dialect !== undefined) await client.workspace.setDialect({ workspaceId, dialect });
    return workspaceId;
  }

  /**
   * Ends what goes on, and puts back what all chats share. Returns false when the next test needs another Parley:
   * something could not be put back, or the process was ended and not started again. Where only the window is not
   * as it was, the next test gets a new window.
   */
  async end(): Promise<boolean> {
    const atStart = this.#atStart;
    if (!this.#process.isRunning || atStart === undefined) return false;
    return this.#ask(async (client) => {
      await putBack(client, atStart);
      if (!(await this.#isAtRest())) await this.#closePage();
      return isAsAtStart(await appStateOf(client), atStart);
    });
  }

  endProcess(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    return this.#process.end(signal);
  }

  /** Starts its process again, at the same address. */
  startProcess(): Promise<void> {
    return this.#process.start();
  }

  /** Returns the origin where it was served. */
  async close(): Promise<WarmOrigin> {
    await this.#closePage();
    await this.#process.end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    return this.#origin;
  }

  /** Opens a window, or makes the earlier test's window like a new one. */
  async #openPage(): Promise<void> {
    if (this.#page === undefined) {
      const onPage = (page: Page) => this.guard.watch(page);
      this.#page = await this.#origin.openPage({ address: this.address, onPage });
      return;
    }
    await this.#origin.resetPage();
  }

  /** True while the window agrees with Parley, shows its chat with nothing over it, and keeps nothing. */
  async #isAtRest(): Promise<boolean> {
    if (!(await this.#origin.isAsOpened())) return false;
    for (const other of this.page.context().pages()) if (other !== this.page) await other.close();
    const { isClear, stored } = await windowState(this.page).catch(() => ({ isClear: false, stored: '' }));
    return isClear && stored === this.#stored;
  }

  async #closePage(): Promise<void> {
    await this.#origin.clear();
    this.#page = undefined;
  }

  async #ask<Result>(use: (client: ParleyClient) => Promise<Result>): Promise<Result> {
    const window = await openWindow(this.address);
    try {
      return await use(window.client);
    } finally {
      window.close();
    }
  }
}

/** What a window keeps, and whether it shows its composer with nothing over it and no trouble. */
const windowState = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector('#root textarea[aria-label=Message]');
    const { x, y, width, height } = field?.getBoundingClientRect() ?? new DOMRect();
    const hasField = field !== null && document.elementFromPoint(x + width / 2, y + height / 2) === field;
    return {
      isClear:
        hasField &&
        document.querySelector('dialog[open], [aria-modal], :popover-open, [role=alert]') === null,
      stored: JSON.stringify(Object.entries(localStorage).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    };
  });

/**
 * How many are kept running for other tests: one with a model, one with the guide, and one that few tests use.
 */
const keptRunning = 3;

/** The shared Parleys of a worker, one for each environment; at most `keptRunning`, the last used ones. */
export class SharedParleys {
  readonly #origins: WarmOrigins;
  readonly #running = new Map<string, SharedParley>();

  constructor(origins: WarmOrigins) {
    this.#origins = origins;
  }

  /** Begins a test in its folder. */
  async begin(
    env: Record<string, string>,
    workspaceDir: string,
    choices: ChatChoices,
  ): Promise<SharedParley> {
    const key = JSON.stringify(env);
    const parley = this.#running.get(key) ?? (await SharedParley.start(env, this.#origins.take()));
    this.#running.delete(key);
    this.#running.set(key, parley);
    const [oldest] = this.#running.values();
    if (oldest !== undefined && this.#running.size > keptRunning) await this.end(oldest);
    await parley.begin(workspaceDir, choices);
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
