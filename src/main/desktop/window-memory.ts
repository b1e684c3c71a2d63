import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../storage/private-file.ts';
import { type WindowPlace, windowPlaceSchema } from './window-place.ts';

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
    return windowPlaceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
