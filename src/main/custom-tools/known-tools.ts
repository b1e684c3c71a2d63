import type { CustomToolInfo } from '../../shared/contract/folder-calls.ts';
import type { Loaded } from './tool-messages.schema.ts';

/** Knowledge of a file's tool, for as long as its text is the same. */
type Known = Pick<CustomToolInfo, 'tool' | 'problem'> & { text: string };

/** A module as it was read, with the key of what is known of it. */
export type Module = { key: string; text: string };

/** A name that every provider takes, and that no tool of an MCP server has. */
export const plainName = /^(?!.*__)[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const notOffered = (text: string): Known['problem'] => ({ type: 'not-offered', text });

/** Returns the key of a file: in a folder, or of the person's own where that is null. */
export const keyOf = (folder: string | null, file: string) => JSON.stringify([folder, file]);

/** The tools of files, as far as they were loaded or called. */
export class KnownTools {
  readonly #isTaken: (name: string) => boolean;
  readonly #known = new Map<string, Known>();

  /** `isTaken` is true for a name that a tool of Parley's has. */
  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /** Returns what is known of a module as it is now. */
  of({ key, text }: Module): Pick<CustomToolInfo, 'tool' | 'problem'> {
    const known = this.#known.get(key);
    if (known?.text !== text) return { tool: null, problem: null };
    return { tool: known.tool, problem: known.problem };
  }

  /** Notes the tools that modules have, and why others have none; returns the problems of all. */
  noteLoaded(modules: readonly Module[], { tools, problems }: Loaded): { file: string; problem: string }[] {
    const refused: { file: string; problem: string }[] = [];
    for (const { place, file, name, description, readOnly } of tools) {
      const why = this.#refused(name);
      if (why !== null) refused.push({ file, problem: why });
      const { key, text } = modules[place] ?? {};
      if (key === undefined || text === undefined) continue;
      const problem = why === null ? null : notOffered(why);
      this.#known.set(key, { text, tool: { name, description, readOnly }, problem });
    }
    for (const { place, problem } of problems) this.noteUnloaded(modules.slice(place, place + 1), problem);
    return [...problems.map(({ file, problem }) => ({ file, problem })), ...refused];
  }

  /** Returns why no tool of this name is offered; null for a name that one can have. */
  #refused(name: string): string | null {
    if (!plainName.test(name)) return `“${name}” is no name that a tool can have.`;
    return this.#isTaken(name) ? `Parley has a tool of its own called ${name}.` : null;
  }

  /** Notes why modules have no tools. */
  noteUnloaded(modules: readonly Module[], problem: string): void {
    for (const { key, text } of modules)
      this.#known.set(key, { text, tool: null, problem: notOffered(problem) });
  }

  /** Notes the end of a call: `lost` says why its result was lost, or is null. */
  noteCall(modules: readonly Module[], name: string, lost: string | null): void {
    for (const { key, text } of modules) {
      const known = this.#known.get(key);
      if (known?.text !== text || known.tool?.name !== name) continue;
      this.#known.set(key, { ...known, problem: lost === null ? null : { type: 'lost', text: lost } });
    }
  }
}
