import { z } from 'zod';
import { readsAsParley } from '../reads-as-parley.ts';
import { messageOf } from '../thrown-error.ts';

const commandSchema = z.object({
  command: z.string().trim().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
});

const addressSchema = z.object({
  url: z.string().trim().min(1),
  headers: z.record(z.string(), z.string()).default({}),
  /** Set for the transport of 2024, by the entry's `type` or, as some programs write it, `transport`. */
  transport: z.literal('sse').optional(),
  /** A client registered by hand, and the local port it comes back to. */
  oauth: z
    .object({
      clientId: z.string().min(1),
      clientSecret: z.string().optional(),
      callbackPort: z.int().min(1).max(65_535).optional(),
    })
    .optional(),
});

const fileSchema = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

/** A program to start, or an address; `${VAR}` is kept as written. */
export type ServerReach =
  | ({ type: 'command' } & z.infer<typeof commandSchema>)
  | ({ type: 'address' } & z.infer<typeof addressSchema>);

export type ServerEntry = { name: string; reach: ServerReach };

/** `name` is null for the file as a whole. */
type EntryProblem = { name: string | null; problem: string };

/** `off` are the servers that are disabled. */
type ParsedFile = { servers: ServerEntry[]; off: ServerEntry[]; problems: EntryProblem[] };

/**
 * Parses a file of MCP servers in the common form. What can't be read is a problem of its entry, or of the whole
 * file with the line; a disabled entry that can't be read is none.
 */
export function parseServersFile(text: string): ParsedFile {
  const json = parseJson(text);
  if (!json.ok) return { servers: [], off: [], problems: [{ name: null, problem: json.problem }] };
  const file = fileSchema.safeParse(json.value);
  if (!file.success)
    return {
      servers: [],
      off: [],
      problems: [{ name: null, problem: 'It has no object "mcpServers" with servers by their names.' }],
    };
  const servers: ServerEntry[] = [];
  const off: ServerEntry[] = [];
  const problems: EntryProblem[] = [];
  for (const [name, entry] of Object.entries(file.data.mcpServers)) {
    const reach = problemOfName(name) ?? reachOf(entry);
    const isOff = isDisabled(entry);
    if (typeof reach !== 'string') (isOff ? off : servers).push({ name, reach });
    else if (!isOff) problems.push({ name, problem: reach });
  }
  return { servers, off, problems };
}

/** Cards show this name, so it may not pass for Parley. */
function problemOfName(name: string): string | undefined {
  if (name.trim() === '' || name.length > 200) return 'Its name is empty or too long.';
  return readsAsParley(name) ? 'No server may be called Parley. Give it another name.' : undefined;
}

function isDisabled(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'disabled' in entry && entry.disabled === true;
}

/** The names of an entry's address; Gemini CLI and Windsurf have their own. */
export const addressFields = ['url', 'httpUrl', 'serverUrl'] as const;

/** Returns how an entry's server is reached, or its problem. */
function reachOf(entry: unknown): ServerReach | string {
  if (typeof entry !== 'object' || entry === null) return 'It is not an object.';
  if ('command' in entry) {
    const command = commandSchema.safeParse(entry);
    return command.success ? { type: 'command', ...command.data } : firstIssue(command.error);
  }
  const fields = new Map<string, unknown>(Object.entries(entry));
  const url = addressFields.map((field) => fields.get(field)).find((value) => value !== undefined);
  if (url !== undefined) {
    const kinds = ['type', 'transport', 'transportType'].map((field) => fields.get(field));
    const isOlder = kinds.some((kind) => typeof kind === 'string' && kind.toLowerCase() === 'sse');
    const address = addressSchema.safeParse({ ...entry, url, transport: isOlder ? 'sse' : undefined });
    return address.success ? { type: 'address', ...address.data } : firstIssue(address.error);
  }
  return 'It has neither a "command" nor a "url".';
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`;
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { ok: false, problem: `Line ${lineOfError(text, messageOf(error))}: it is not JSON.` };
  }
}

/**
 * Returns the line at which a text stops being JSON. The engine gives the position of some errors; for others the
 * position is found by parsing prefixes.
 */
function lineOfError(text: string, message: string): number {
  const [, named] = /\(line (\d+) /.exec(message) ?? [];
  if (named !== undefined) return Number(named);
  const lines = text.split('\n');
  let [fine, broken] = [0, lines.length];
  while (broken - fine > 1) {
    const middle = Math.floor((fine + broken) / 2);
    if (hasUnexpectedToken(lines.slice(0, middle).join('\n'))) broken = middle;
    else fine = middle;
  }
  return broken;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return messageOf(error).startsWith('Unexpected token');
  }
}

/** A reference to a variable: `${NAME}` or `${NAME:-default}`. */
const reference = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Returns the text with variables filled in by `valueOf`, and the names of those without a value. */
export function fillVariables(
  text: string,
  valueOf: (name: string) => string | undefined,
): { text: string; missing: string[] } {
  const missing: string[] = [];
  const filled = text.replace(reference, (_, name: string, otherwise: string | undefined) => {
    const value = valueOf(name) ?? otherwise;
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  return { text: filled, missing };
}

/** Returns the names of the variables that a server gets or is reached with, each once. */
export function variablesOf(reach: ServerReach): string[] {
  const named = reach.type === 'command' ? reach.env : reach.headers;
  const texts =
    reach.type === 'command'
      ? [reach.command, ...reach.args]
      : [reach.url, reach.oauth?.clientId ?? '', reach.oauth?.clientSecret ?? ''];
  const used = [...texts, ...Object.values(named)].flatMap((text) =>
    Array.from(text.matchAll(reference), ([, name = '']) => name),
  );
  return [...new Set([...Object.keys(named), ...used])];
}
