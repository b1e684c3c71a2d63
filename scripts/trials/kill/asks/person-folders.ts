import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that was added, or removed again; null while no window knows what became of that. */
type Known = 'added' | 'removed' | null;

/** The folders that the person adds to a chat and removes again, and which of that a window was told is stored. */
export class PersonFolders {
  readonly #known = new Map<string, Known>();
  readonly #root: string;
  /** Number of changes that were acknowledged. */
  acknowledged = 0;

  /** `root` is where new folders are made. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns a new folder to be added. */
  make(): string {
    const folder = join(this.#root, `more-${this.#known.size}`);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Notes what is about to be sent of a folder; returns a function that notes that it was accepted. */
  send(folder: string, change: 'added' | 'removed'): () => void {
    this.#known.set(folder, null);
    return () => {
      this.#known.set(folder, change);
      this.acknowledged += 1;
    };
  }

  /** How many folders are not stored as it was acknowledged. */
  lostIn(stored: readonly string[]): number {
    const isLost = ([folder, known]: [string, Known]) =>
      known !== null && stored.includes(folder) !== (known === 'added');
    return [...this.#known].filter(isLost).length;
  }
}
