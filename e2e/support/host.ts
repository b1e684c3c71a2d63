import type { Page } from 'playwright';
import type { HostProcessOptions } from './host-process.ts';
import type { StandinApp } from './standin-app.ts';

export type HostStart = HostProcessOptions & {
  /** Called with every new page before it loads anything, as far as the host allows. */
  onPage(page: Page): void;
  /** True for a screen that is touched, where the host has the choice. */
  touch?: boolean;
};

/** One running Parley, driven the same way whatever hosts it. */
export interface Host {
  page(): Page;
  /** The address of the page, where the host has one for a browser. */
  address(): string | null;
  /** Requests to the desktop, where a stand-in keeps them. */
  standin(): StandinApp | null;
  /** Lets the time of its manual clock pass, in milliseconds; null where it has none. */
  passTime: ((ms: number) => Promise<void>) | null;
  start(): Promise<void>;
  /** Ends the process: politely, or as a crash would. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
}
