import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../src/main/testing/anthropic-server.ts';

/** What a story is told with: the window, the provider behind Claude, the project's folder and Parley's own. */
export type Stage = {
  page: Page;
  provider: AnthropicServer;
  workspaceDir: string;
  dataDir: string;
  /** Ends the host as a crash would. */
  end(): Promise<void>;
};

/** How wide the window is: 360, 800 or 1440 px. */
export type Width = 'narrow' | 'medium' | 'wide';

/** Something a person can see; `reach` goes on from the state before it in its story. */
export type State = {
  /** Names its pictures. */
  name: string;
  title: string;
  /** Where it can be seen; everywhere unless said. */
  widths?: readonly Width[];
  reach(stage: Stage): Promise<void>;
  /** What the page is scrolled to at every width. */
  atTop?(page: Page): Locator;
  /** What is to be in view at every width. */
  inView?(page: Page): Locator;
};

/** States one after the other in one Parley that was just started. */
export type Story = {
  name: string;
  agent: 'guide' | 'claude';
  /** Begins with no workspace at all. */
  firstRun?: boolean;
  /** What the browser itself prints to the console in the course of it. */
  console?: RegExp;
  states: readonly State[];
};
