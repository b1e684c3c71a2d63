import type { Page } from 'playwright';
import type { HostProcessOptions } from './host-process.ts';
import type { StandinApp } from './standin-app.ts';

export type HostStart = HostProcessOptions & {
  onPage(page: Page): void;
  /** True for a touch screen, where the host has the choice. */
  touch?: boolean;
};

/** One running Parley, driven the same way on every host. */
export interface Host {
  page(): Page;
  /** The address of the page, where the host serves one to a browser. */
  address(): string | null;
  /** What was asked of the desktop, where a stand-in keeps that. */
  standin(): StandinApp | null;
  /** Lets the time of its manual clock pass, in milliseconds; null where it has none. */
  passTime: ((ms: number) => Promise<void>) | null;
  start(): Promise<void>;
  /** Ends the process: politely, or as a crash would. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
}
