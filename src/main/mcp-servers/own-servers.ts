import { z } from 'zod';
import { addressFields, parseServersFile } from '../../shared/mcp-servers/servers-file.ts';
import { createMutex, type Mutex } from '../mutex.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

const objectSchema = z.record(z.string(), z.unknown());

type Entries = Record<string, unknown>;

/** What became of a change: the names of the servers that are new or different, or a problem for a person. */
export type OwnChange = { ok: true; names: string[] } | { ok: false; problem: string };

/** An entry that was taken out, and the name of the one it stood before. */
type Removed = { entry: unknown; before: string | undefined };

/**
 * The person's file of MCP servers. A change keeps everything else in it; one change at a time. A file that can't be
 * read is left alone, with the problem.
 */
export class OwnServers {
  readonly #file: string;
  readonly #oneByOne: Mutex = createMutex();
  /** What can be put back, by name, until Parley ends. */
  readonly #removed = new Map<string, Removed>();

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Adds servers from JSON as other programs' READMEs show it: a whole file, its servers, or one entry. A server of the
   * same name is replaced.
   */
  add(pasted: string): Promise<OwnChange> {
    const read = readPasted(pasted);
    if (!read.ok) return Promise.resolve(read);
    return this.#change((entries) => ({
      entries: { ...entries, ...read.servers },
      names: Object.keys(read.servers),
    }));
  }

  /** Returns a server's entry as it is edited, `"name": { … }`; undefined where it is not in the file. */
  entry(name: string): string | undefined {
    const file = this.#read();
    if (!file.ok || !Object.hasOwn(file.entries, name)) return undefined;
    return `${JSON.stringify(name)}: ${JSON.stringify(file.entries[name], null, 2)}`;
  }

  /** Puts one server in the place of another, which may get another name by that. */
  replace(name: string, pasted: string): Promise<OwnChange> {
    const read = readPasted(pasted);
    if (!read.ok) return Promise.resolve(read);
    const [next, ...others] = Object.entries(read.servers);
    if (next === undefined || others.length > 0)
      return Promise.resolve({ ok: false, problem: 'Leave one server in it. Add others by Add server.' });
    const [newName] = next;
    return this.#change((entries) => {
      if (!Object.hasOwn(entries, name)) return gone(name);
      if (newName !== name && Object.hasOwn(entries, newName))
        return `There is a server called ${newName} already. Give this one another name.`;
      const all = Object.entries(entries).map((entry) => (entry[0] === name ? next : entry));
      return { entries: Object.fromEntries(all), names: [newName] };
    });
  }

  /** Takes a server out, which `putBack` undoes. */
  remove(name: string): Promise<OwnChange> {
    return this.#change((entries) => {
      if (!Object.hasOwn(entries, name)) return gone(name);
      const names = Object.keys(entries);
      const { [name]: entry, ...others } = entries;
      this.#removed.set(name, { entry, before: names[names.indexOf(name) + 1] });
      return { entries: others, names: [] };
    });
  }

  /** Puts a removed server back in its place; one that was added by its name meanwhile stays as it is. */
  async putBack(name: string): Promise<OwnChange> {
    const change = await this.#change((entries) => {
      const removed = this.#removed.get(name);
      if (removed === undefined) return gone(name);
      if (Object.hasOwn(entries, name))
        return `There is a server called ${name} again, which stays as it is.`;
      const all = Object.entries(entries);
      const at = all.findIndex(([other]) => other === removed.before);
      all.splice(at === -1 ? all.length : at, 0, [name, removed.entry]);
      return { entries: Object.fromEntries(all), names: [name] };
    });
    if (change.ok) this.#removed.delete(name);
    return change;
  }

  /** Switches a server off by its `disabled`, or on. */
  setOn(name: string, isOn: boolean): Promise<OwnChange> {
    return this.#change((entries) => {
      const entry = objectSchema.safeParse(entries[name]);
      if (!entry.success) return gone(name);
      const { disabled: _, ...rest } = entry.data;
      const switched = isOn ? rest : { ...rest, disabled: true };
      return { entries: { ...entries, [name]: switched }, names: isOn ? [name] : [] };
    });
  }

  #change(work: (entries: Entries) => { entries: Entries; names: string[] } | string): Promise<OwnChange> {
    return this.#oneByOne(async () => {
      const file = this.#read();
      if (!file.ok) return file;
      const changed = work(file.entries);
      if (typeof changed === 'string') return { ok: false, problem: changed };
      const after = { ...file.content, mcpServers: changed.entries };
      await writePrivateFile(this.#file, `${JSON.stringify(after, null, 2)}\n`);
      return { ok: true, names: changed.names };
    });
  }

  #read(): { ok: true; content: Entries; entries: Entries } | { ok: false; problem: string } {
    const content = asObject(readDataFile(this.#file) ?? '{}');
    if (content === undefined)
      return {
        ok: false,
        problem: `${this.#file} is not a JSON object and was left as it is. Fix it first.`,
      };
    const entries = objectSchema.safeParse(content['mcpServers'] ?? {});
    return entries.success
      ? { ok: true, content, entries: entries.data }
      : {
          ok: false,
          problem: `"mcpServers" in ${this.#file} is not an object and was left as it is. Fix it first.`,
        };
  }
}

const gone = (name: string) => `${name} is no longer in your servers.`;

/** Reads what a person pasted or wrote: valid servers by their names. */
function readPasted(pasted: string): { ok: true; servers: Entries } | { ok: false; problem: string } {
  const servers = pastedServers(pasted);
  if (servers === undefined) return { ok: false, problem: 'This is not JSON with servers by their names.' };
  if (['command', ...addressFields].some((field) => typeof servers[field] === 'string'))
    return { ok: false, problem: 'This server has no name. Write one before it: "name": { … }' };
  const { problems, servers: on, off } = parseServersFile(JSON.stringify({ mcpServers: servers }));
  const [problem] = problems;
  if (problem !== undefined) return { ok: false, problem: `${problem.name ?? 'It'}: ${problem.problem}` };
  if (on.length + off.length === 0) return { ok: false, problem: 'There is no server in this.' };
  return { ok: true, servers };
}

function pastedServers(text: string): Entries | undefined {
  const [, fenced = text] = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
  const trimmed = fenced.trim().replace(/,$/, '');
  const whole = asObject(trimmed) ?? asObject(`{${trimmed}}`);
  if (whole === undefined) return undefined;
  const { data: settings = whole } = objectSchema.safeParse(whole['mcp']);
  const named = objectSchema.safeParse(settings['mcpServers'] ?? settings['servers'] ?? whole);
  return named.success ? named.data : undefined;
}

function asObject(text: string): Entries | undefined {
  try {
    const parsed = objectSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
