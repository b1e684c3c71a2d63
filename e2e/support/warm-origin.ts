import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

export type OpenBrowser = () => Promise<Browser>;

type OpenPage = { address: string; onPage(page: Page): void };

/**
 * A port of this machine, and the browser context in which tests open what is served there, one after the other.
 * The context keeps the scripts that it fetched and compiled, which make half of what a page costs.
 */
export class WarmOrigin {
  /** The port of the first host that was here; `0` before it. */
  port = '0';
  readonly #openBrowser: OpenBrowser;
  readonly #options: BrowserContextOptions;
  #context: BrowserContext | undefined;

  constructor(openBrowser: OpenBrowser, options: BrowserContextOptions = {}) {
    this.#openBrowser = openBrowser;
    this.#options = { ...windowOptions, ...options };
  }

  /** Opens a page that knows nothing of the pages before it but their scripts. `onPage` gets it before it loads. */
  async openPage({ address, onPage }: OpenPage): Promise<Page> {
    const browser = await this.#openBrowser();
    if (this.#context?.browser() !== browser) this.#context = undefined;
    const isWarm = this.#context !== undefined;
    const context = (this.#context ??= await browser.newContext(this.#options));
    const page = await context.newPage();
    if (isWarm) await forgetOrigin(page, new URL(address));
    onPage(page);
    await page.goto(address);
    return page;
  }

  /** Closes the pages, and with them all that a test has left there. */
  async clear(): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    // A clock that a test installed is there in every later page.
    const clocks = await Promise.all(context.pages().map(hasOwnClock));
    if (clocks.includes(false)) return this.close();
    for (const page of context.pages()) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
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

  /** Takes one back whose host has ended and whose pages are closed. */
  give(origin: WarmOrigin): void {
    this.#free.push(origin);
  }

  /** Lends one to a test; to a cold one, or one on a screen that is touched, another that nobody else gets. */
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

const windowOptions = { reducedMotion: 'reduce', viewport: { width: 1200, height: 800 } } as const;

/** False where a test has put a clock of its own in the place of the browser's, and where nobody can tell. */
export const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]')).catch(() => false);

async function forgetOrigin(page: Page, { origin }: URL): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
}
