import { rmSync, writeFileSync } from 'node:fs';
import { readDataFile } from '../storage/data-file.ts';
import { endProcesses } from './processes.ts';

/**
 * The markers of running processes, in a file that exists only while some run or after Parley was killed. By them
 * its next start finds the orphans and ends them. They are random, so that a marker finds no other process.
 */
export class OrphanedProcesses {
  readonly #file: string;
  readonly #markers: Set<string>;

  constructor(file: string) {
    this.#file = file;
    this.#markers = new Set(readDataFile(file)?.split('\n'));
    this.#markers.delete('');
  }

  /** Ends the orphans of an earlier run; to be called before a process is started. */
  async end(): Promise<void> {
    for (const marker of this.#markers) {
      await endProcesses({ group: null, marker });
      this.remove(marker);
    }
  }

  add(marker: string): void {
    this.#markers.add(marker);
    this.#write();
  }

  remove(marker: string): void {
    this.#markers.delete(marker);
    this.#write();
  }

  #write(): void {
    if (this.#markers.size === 0) rmSync(this.#file, { force: true });
    else writeFileSync(this.#file, [...this.#markers].join('\n'), { mode: 0o600 });
  }
}
