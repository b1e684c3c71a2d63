import { join } from 'node:path';
import { z } from 'zod';
import type { ZoomCommand } from '../../shared/commands/command.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

const rectangleSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** The last place of a window: `bounds` while it was not maximised; `zoom` as Chromium counts its levels. */
const windowPlaceSchema = z.object({
  bounds: rectangleSchema,
  maximised: z.boolean(),
  zoom: z.number(),
});

export type Rectangle = z.infer<typeof rectangleSchema>;
type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** The place of a new window; without a corner the system finds one. */
type Placing = { width: number; height: number; x?: number; y?: number };

const usual: Placing = { width: 1_200, height: 820 };
export const smallest = { width: 480, height: 400 };

/** So much of a window's upper edge must be on a display that it can be taken hold of, in pixels. */
const hold = { width: 120, height: 40 };

/**
 * Returns the place of a window: its last one, if a display is still there; `displays` are their work areas,
 * the main one first.
 */
export function placeOn(displays: readonly Rectangle[], last: WindowPlace | undefined): Placing {
  if (last === undefined) return usual;
  const { x, y, ...size } = last.bounds;
  const display = displays.find((area) => canBeHeld(last.bounds, area));
  const area = display ?? displays[0];
  if (area === undefined) return usual;
  const fitting = {
    width: Math.max(smallest.width, Math.min(size.width, area.width)),
    height: Math.max(smallest.height, Math.min(size.height, area.height)),
  };
  return display === undefined ? fitting : { ...fitting, x, y };
}

function canBeHeld(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTopIn = bounds.y >= area.y && bounds.y + hold.height <= area.y + area.height;
  return isTopIn && across >= Math.min(hold.width, bounds.width);
}

const zoomStep = 0.5;
const [leastZoom, mostZoom] = [-3, 5];

/** The zoom level after a command. */
export function zoomed(level: number, command: ZoomCommand): number {
  switch (command) {
    case 'zoom-in':
      return Math.min(mostZoom, level + zoomStep);
    case 'zoom-out':
      return Math.max(leastZoom, level - zoomStep);
    case 'zoom-reset':
      return 0;
  }
}

export type WindowMemory = {
  /** Returns the last place of the window; undefined where none was stored, or it cannot be read. */
  last(): WindowPlace | undefined;
  /** Stores the window's place, debounced after the last change. */
  keep(place: WindowPlace): void;
  /** Resolves once everything is on the disk, or could not be put there. */
  settle(): Promise<void>;
};

/** A window is dragged through hundreds of places, in milliseconds. */
const pause = 300;

/** Remembers the window in `window.json` of the data folder. That it cannot be kept is no reason to fail. */
export function createWindowMemory(dataDir: string): WindowMemory {
  const file = join(dataDir, 'window.json');
  let newest = read(file);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(newest);
    writing = writing.then(() => writePrivateFile(file, text)).catch(() => undefined);
  }

  return {
    last: () => newest,
    keep(place) {
      newest = place;
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    settle() {
      if (timer !== undefined) write();
      return writing;
    },
  };
}

function read(file: string): WindowPlace | undefined {
  try {
    return windowPlaceSchema.parse(JSON.parse(readDataFile(file) ?? ''));
  } catch {
    return undefined;
  }
}

/** The token `--paper` in the form Electron wants: what a window shows before and beside its page. */
export const windowPaper = { light: '#fdfcfb', dark: '#18181a' } as const;
