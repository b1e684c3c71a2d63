import type { Locator, Page } from '@playwright/test';
import type { CardState } from '../../gallery/card-state.ts';
import type { AnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';

/** Something a person can see: cards by themselves, or the app once somebody has done this and that in it. */
export type State = CardState | AppState;

/** A state of the app; `reach` goes on from the state before it in its story. */
export type AppState = {
  /** Names its pictures. */
  name: string;
  title: string;
  /** Widths of its pictures; narrow, medium and wide unless given. */
  widths?: readonly Width[];
  /** Is not reached on a desktop, which shows it in a way of its own. */
  browserOnly?: true;
  /** Several cards there bear the same name, that of their asker. */
  sameNames?: true;
  reach(stage: Stage): Promise<void>;
  /** Element that the page is scrolled to in every picture. */
  atTop?(page: Page): Locator;
  /** Element that is in view in every picture. */
  inView?(page: Page): Locator;
  /** Element that is pointed at in every picture. */
  hover?(page: Page): Locator;
};

/** What `reach` works with: the window, the provider behind Claude, the project's folder and Parley's own. */
export type Stage = {
  page: Page;
  provider: AnthropicServer;
  workspaceDir: string;
  dataDir: string;
  /** Ends the host as a crash would. */
  end(): Promise<void>;
};

/** States that are looked at one after the other. */
export type Story = AppStory | CardStory;

/** States of one Parley, in its pictures one that was just started. */
export type AppStory = {
  name: string;
  /** `external` is a program that behaves as Claude Code does. */
  agent: 'guide' | 'claude' | 'keyless' | 'external';
  /** Shows or ends what is the same for all chats, so that no other test may use its Parley. */
  alone?: true;
  /** Begins with no workspace at all. */
  firstRun?: boolean;
  /** The window is touched, and not pointed at. */
  touch?: boolean;
  /** Fills the folders before Parley is started on them for the first time. */
  prepare?(place: Pick<Stage, 'dataDir' | 'workspaceDir'>): void;
  /** Lines that the browser itself prints to the console meanwhile. */
  console?: RegExp;
  states: readonly AppState[];
};

/** States of cards, which the gallery shows without an agent. */
export type CardStory = { name: string; agent: 'none'; states: readonly CardState[] };

export type Width = 'narrow' | 'phone' | 'medium' | 'page' | 'wide';

export const sizes: Readonly<Record<Width, { width: number; height: number }>> = {
  narrow: { width: 360, height: 740 },
  phone: { width: 420, height: 900 },
  medium: { width: 800, height: 720 },
  page: { width: 1100, height: 800 },
  wide: { width: 1440, height: 900 },
};

/** Returns the widths at which pictures are taken; cards get no wider than a medium window. */
export function widthsOf(state: State): readonly Width[] {
  return 'cards' in state ? ['narrow', 'medium'] : (state.widths ?? ['narrow', 'medium', 'wide']);
}
