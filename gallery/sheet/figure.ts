import { sampleTime } from '../fixtures/samples.ts';
import type { GalleryCard } from '../gallery-state.ts';

/** Cards with what they show, as the sheet says it. */
export type Figure = { about: string; cards: readonly GalleryCard[] };

/** The state of a settled card that is opened again. */
export const opened = { folded: { collapsed: false, ended: true } };

/** The time at which the settled cards of the sheet were. */
export const settledAt = sampleTime + 90_000;
