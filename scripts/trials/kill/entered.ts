/** A person's entry in a field: an option that is picked, and typed text. */
export type Entry = { readonly pick: string; readonly text: string };

type Version = Entry & { readonly at: number };

/** Entry of a field, and its entries since it was last known to be stored. */
export class Entered {
  #versions: [Version, ...Version[]] = [{ pick: '', text: '', at: 0 }];

  get now(): Entry {
    return this.#versions.at(-1) ?? this.#versions[0];
  }

  get isEmpty(): boolean {
    return this.now.pick === '' && this.now.text === '';
  }

  /** Notes what the field holds from a time on, in milliseconds; the result names it. */
  enter(entry: Entry, at: number): Version {
    const version = { ...entry, at };
    this.#versions.push(version);
    return version;
  }

  /** The window was told that this is stored: nothing older may be found any more. */
  isStored(version: Version): void {
    const [first, ...later] = this.#versions.slice(this.#versions.indexOf(version));
    if (this.#versions.includes(version) && first !== undefined) this.#versions = [first, ...later];
  }

  /**
   * What is missing in what was found, where text typed up to a given time must be there. From here on the field
   * holds what was found.
   */
  lossesIn(found: Entry, typedUpTo: number): { pick: boolean; text: boolean } {
    const old = this.#versions.findLastIndex(({ at }) => at <= typedUpTo);
    const possible = this.#versions.slice(Math.max(0, old));
    const losses = {
      pick: !this.#versions.some(({ pick }) => pick === found.pick),
      text: !possible.some(({ text }) => text === found.text),
    };
    this.#versions = [{ ...found, at: 0 }];
    return losses;
  }
}
