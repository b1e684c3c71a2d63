import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../src/main/testing/anthropic-server.ts';

/** Surroundings of a story: the window, the provider behind Claude, the project's folder and Parley's own. */
export type Stage = {
  page: Page;
  provider: AnthropicServer;
  workspaceDir: string;
  dataDir: string;
  /** Ends the host as a crash would. */
  end(): Promise<void>;
};

/** Width of the window: 360, 800 or 1440 px. */
export type Width = 'narrow' | 'medium' | 'wide';

/** Something a person can see; `reach` goes on from the state before it in its story. */
export type State = {
  /** Names its pictures. */
  name: string;
  title: string;
  /** Widths at which it is seen; all unless given. */
  widths?: readonly Width[];
  reach(stage: Stage): Promise<void>;
  /** Element that the page is scrolled to at every width. */
  atTop?(page: Page): Locator;
  /** Element that is in view at every width. */
  inView?(page: Page): Locator;
};

/** States one after the other in one Parley that was just started. */
export type Story = {
  name: string;
  agent: 'guide' | 'claude';
  /** Begins with no workspace at all. */
  firstRun?: boolean;
  /** Lines that the browser itself prints to the console meanwhile. */
  console?: RegExp;
  states: readonly State[];
};
