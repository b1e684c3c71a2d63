import type { Locator, Page } from '@playwright/test';
import type { AnthropicServer } from '../../test/main/anthropic-server.ts';

/** Surroundings of a story: the window, the provider behind Claude, the project's folder and Parley's own. */
export type Stage = {
  page: Page;
  provider: AnthropicServer;
  workspaceDir: string;
  dataDir: string;
  /** Ends the host as a crash would. */
  end(): Promise<void>;
};

/** Size of the window. */
export type Width = 'narrow' | 'phone' | 'medium' | 'page' | 'wide';

export const sizes: Readonly<Record<Width, { width: number; height: number }>> = {
  narrow: { width: 360, height: 740 },
  phone: { width: 420, height: 900 },
  medium: { width: 800, height: 720 },
  page: { width: 1100, height: 800 },
  wide: { width: 1440, height: 900 },
};

/** Something a person can see; `reach` goes on from the state before it in its story. */
export type State = {
  /** Names its pictures. */
  name: string;
  title: string;
  /** Widths at which it is seen; narrow, medium and wide unless given. */
  widths?: readonly Width[];
  /** Is not reached on a desktop, which shows it in a way of its own. */
  browserOnly?: true;
  reach(stage: Stage): Promise<void>;
  /** Element that the page is scrolled to at every width. */
  atTop?(page: Page): Locator;
  /** Element that is in view at every width. */
  inView?(page: Page): Locator;
  /** Element that is pointed at. */
  hover?(page: Page): Locator;
};

/** States one after the other in one Parley that was just started. */
export type Story = {
  name: string;
  /** `external` is a program that behaves as Claude Code does. */
  agent: 'guide' | 'claude' | 'external';
  /** Begins with no workspace at all. */
  firstRun?: boolean;
  /** The window is touched, and not pointed at. */
  touch?: boolean;
  /** Fills the folders before Parley is started on them for the first time. */
  prepare?(place: Pick<Stage, 'dataDir' | 'workspaceDir'>): void;
  /** Lines that the browser itself prints to the console meanwhile. */
  console?: RegExp;
  states: readonly State[];
};
