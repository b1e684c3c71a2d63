import { join } from 'node:path';
import { z } from 'zod';
import type { ZoomCommand } from '../../shared/commands/command.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

const rectangleSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** `bounds` are those before the window was maximised; `zoom` is Chromium's zoom level. */
const savedWindowSchema = z.object({
  bounds: rectangleSchema,
  maximised: z.boolean(),
  zoom: z.number(),
});

export type Rectangle = z.infer<typeof rectangleSchema>;
type SavedWindow = z.infer<typeof savedWindowSchema>;

/** Where a new window opens; without `x` and `y` the system decides. */
type WindowBounds = { width: number; height: number; x?: number; y?: number };

const usual: WindowBounds = { width: 1_200, height: 820 };
export const smallest = { width: 480, height: 400 };

/** How much of a window's upper edge must be on a display to be grabbed, in pixels. */
const hold = { width: 120, height: 40 };

/**
 * Returns where to open a window: its last place if that is still on a display. `displays` are work areas, the
 * main one first.
 */
export function windowBounds(displays: readonly Rectangle[], last: SavedWindow | undefined): WindowBounds {
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
  /** Returns the last place; undefined where none was stored or it can't be read. */
  last(): SavedWindow | undefined;
  /** Stores the place, debounced. */
  keep(place: SavedWindow): void;
  /** Resolves once everything is written, or failed to be. */
  settle(): Promise<void>;
};

/** Debounce in milliseconds: dragging moves a window hundreds of times. */
const pause = 300;

/** Remembers the window in `window.json` of the data folder; failures are ignored. */
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

function read(file: string): SavedWindow | undefined {
  try {
    return savedWindowSchema.parse(JSON.parse(readDataFile(file) ?? ''));
  } catch {
    return undefined;
  }
}

/** The token `--paper` in hex for Electron: the window's background before and around its page. */
export const windowPaper = { light: '#fdfcfb', dark: '#18181a' } as const;
