import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright';

export type OpenBrowser = () => Promise<Browser>;

/** What every context sets, so that one of its pages can be put back to that. */
export type WindowOptions = BrowserContextOptions & {
  viewport: { width: number; height: number };
  reducedMotion: 'reduce' | 'no-preference' | null;
};

type OpenPage = { address: string; onPage(page: Page): void };

/**
 * A port of this machine, and the browser context in which tests open what is served there, one after the other.
 * The context keeps the fetched and compiled scripts, and its first page with that page's process: most of what a
 * page costs.
 */
export class WarmOrigin {
  /** The port of the first host that was served here; `0` before it. */
  port = '0';
  readonly #openBrowser: OpenBrowser;
  readonly #options: WindowOptions;
  #context: BrowserContext | undefined;
  /** Blank between tests. */
  #page: KeptPage | undefined;

  constructor(openBrowser: OpenBrowser, options: Partial<WindowOptions> = {}) {
    this.#openBrowser = openBrowser;
    this.#options = { ...windowOptions, ...options };
  }

  /** Opens a page that knows nothing of earlier pages but their scripts. `onPage` gets it before it loads. */
  async openPage({ address, onPage }: OpenPage): Promise<Page> {
    const browser = await this.#openBrowser();
    if (this.#context?.browser() !== browser) this.#forget();
    const isWarm = this.#context !== undefined;
    const context = (this.#context ??= await browser.newContext(this.#options));
    const { page } = (this.#page ??= new KeptPage(await context.newPage()));
    if (isWarm) await forgetOrigin(page, new URL(address));
    onPage(page);
    await page.goto(address);
    return page;
  }

  /**
   * True while its page is as it was opened, except for what it shows and stores; false where nobody can tell.
   */
  async isAsOpened(): Promise<boolean> {
    return this.#page !== undefined && (await this.#page.isAsOpened());
  }

  /** Puts back what a test may have changed about the page. */
  async resetPage(): Promise<void> {
    await this.#page?.reset(this.#options);
  }

  async clear(): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    // A clock that a test installed is there in every later page too.
    const clocks = await Promise.all(context.pages().map(hasOwnClock));
    if (clocks.includes(false)) return this.close();
    const kept = this.#page?.page;
    for (const page of context.pages()) if (page !== kept) await page.close();
    if (kept?.isClosed() === true) this.#page = undefined;
    await this.#page?.leave();
    await this.resetPage();
    await context.clearCookies();
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#forget();
  }

  #forget(): void {
    this.#context = undefined;
    this.#page = undefined;
  }
}

/** A page that tests use one after the other, and what of their changes can be put back. */
class KeptPage {
  readonly page: Page;
  #scripts: Disposable[] = [];

  constructor(page: Page) {
    this.page = page;
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = async (script, arg) => {
      const added = await addInitScript(script, arg);
      this.#scripts.push(added);
      return added;
    };
  }

  async isAsOpened(): Promise<boolean> {
    return !this.page.isClosed() && this.#scripts.length === 0 && (await hasOwnClock(this.page));
  }

  /**
   * Leaves what the page shows, from inside the page: Parley's headers would put a blank page that was opened
   * from outside into another process.
   */
  async leave(): Promise<void> {
    const { page } = this;
    for (const event of heard) page.removeAllListeners(event);
    for (const script of this.#scripts.splice(0)) await script.dispose();
    if (page.url() === 'about:blank') return;
    const left = page.waitForURL('about:blank');
    await page.evaluate(() => {
      // The browser's own error page has no storage.
      if (location.protocol === 'http:') sessionStorage.clear();
      location.replace('about:blank');
    });
    await left;
  }

  async reset({ viewport, reducedMotion }: WindowOptions): Promise<void> {
    const { page } = this;
    await page.unrouteAll();
    await page.context().clearPermissions();
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion });
    await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
  }
}

/** The origins of a worker that no test uses at the moment. */
export class WarmOrigins {
  readonly #free: WarmOrigin[] = [];
  readonly #openBrowser: OpenBrowser;

  constructor(openBrowser: OpenBrowser) {
    this.#openBrowser = openBrowser;
  }

  take(): WarmOrigin {
    return this.#free.pop() ?? new WarmOrigin(this.#openBrowser);
  }

  /** Takes back an origin whose host has ended and whose pages are closed. */
  give(origin: WarmOrigin): void {
    this.#free.push(origin);
  }

  /** Lends an origin to a test; a cold test, or one on a touch screen, gets one that nobody else gets. */
  async lend(
    { isCold, hasTouch }: { isCold: boolean; hasTouch: boolean },
    use: (origin: WarmOrigin) => Promise<void>,
  ): Promise<void> {
    const isOwn = isCold || hasTouch;
    const origin = isOwn ? new WarmOrigin(this.#openBrowser, { hasTouch }) : this.take();
    try {
      await use(origin);
    } finally {
      if (isOwn) await origin.close();
      else this.give(origin);
    }
  }

  async close(): Promise<void> {
    for (const origin of this.#free) await origin.close();
  }
}

const windowOptions: WindowOptions = { reducedMotion: 'reduce', viewport: { width: 1200, height: 800 } };

/** Events that a test may have listened to. */
const heard = [
  'console',
  'pageerror',
  'request',
  'response',
  'requestfailed',
  'download',
  'dialog',
  'popup',
] as const;

/** False where a test has put a clock of its own in place of the browser's, and where nobody can tell. */
const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]')).catch(() => false);

async function forgetOrigin(page: Page, { origin }: URL): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
}
