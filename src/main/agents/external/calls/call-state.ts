import { isDeepStrictEqual } from 'node:util';
import type { ToolCallId } from '../../../../shared/ids.ts';
import type { WorkKind } from '../../../../shared/transcript/call-work.ts';
import { isRecord, textField } from '../json-fields.ts';
import { callFacts } from '../vendors/vendors.ts';
import { shellQuoted } from '../../../../shared/commands/shell-quote.ts';
import type { AgentToolCall, ContentBlock } from '../protocol.schema.ts';

type Content = NonNullable<AgentToolCall['content']>;

/** The subagent that makes a call: its name, and the call by which the chat shows it, where it does. */
export type CallMaker = { name: string; toolCallId: ToolCallId | undefined };

/** What a call of Parley's own shows: an agent can't give one of its calls this kind. */
export type OwnKind = Extract<WorkKind, 'summary' | 'limit' | 'subagent' | 'words' | 'thought' | 'task'>;

/** All that an agent has said of a call so far. */
export type CallState = {
  title: string;
  own?: OwnKind;
  by?: CallMaker | undefined;
  /** When the limit that it tells of resets, in milliseconds since 1970. */
  resetsAt?: number | undefined;
  name: string;
  kind: string;
  status: string;
  content: Content;
  /** What it showed before as changes of files, the newest first. */
  earlier: Content[];
  places: NonNullable<AgentToolCall['locations']>;
  rawInput: unknown;
  rawOutput: unknown;
  /** The result of its tool as the agent's own program has it; empty where it was not sent. */
  response: Record<string, unknown>;
  meta: Record<string, unknown>;
  /** The text that its terminals printed. */
  terminal: string;
};

/** The longest output that is kept of a call, in characters; the beginning goes first. */
const longestOutput = 200_000;

const nothing: CallState = {
  title: '',
  name: '',
  kind: 'other',
  status: 'pending',
  content: [],
  earlier: [],
  places: [],
  rawInput: undefined,
  rawOutput: undefined,
  response: {},
  meta: {},
  terminal: '',
};

/** Returns a call with what an update says: what it leaves out stays, arrays are given anew. */
export function updated(before: CallState | undefined, call: AgentToolCall): CallState {
  const known = before ?? nothing;
  const { _meta: said } = call;
  const meta = { ...known.meta, ...said };
  const facts = callFacts(said);
  return {
    ...known,
    title: call.title ?? known.title,
    name: call.name ?? facts.tool ?? known.name,
    kind: call.kind ?? known.kind,
    status: call.status ?? known.status,
    content: call.content ?? known.content,
    earlier: earlierOf(known, call.content),
    places: call.locations ?? known.places,
    rawInput: call.rawInput ?? known.rawInput,
    rawOutput: call.rawOutput ?? known.rawOutput,
    response: facts.response ?? known.response,
    meta,
    terminal: `${known.terminal}${printedIn(said)}`.slice(-longestOutput),
  };
}

/** The most ways in which the changes of one call are kept. */
const mostEarlier = 3;

function earlierOf({ content, earlier }: CallState, next: Content | null | undefined): Content[] {
  const diffs = diffsIn(content);
  if (next === undefined || next === null || diffs.length === 0 || earlier.length === mostEarlier)
    return earlier;
  return isDeepStrictEqual(diffs, diffsIn(next)) ? earlier : [diffs, ...earlier];
}

function diffsIn(content: Content): Content {
  return content.filter(({ type }) => type === 'diff');
}

/** Returns a call with what a request about it says; what is empty there does not wipe what was shown. */
export function askedAbout(before: CallState | undefined, call: AgentToolCall): CallState {
  const { content, rawInput, locations, title } = call;
  return updated(before, {
    ...call,
    title: title?.trim() === '' ? undefined : title,
    content: content?.length === 0 ? undefined : content,
    locations: locations?.length === 0 ? undefined : locations,
    rawInput: isEmpty(rawInput) ? undefined : rawInput,
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);
}

function printedIn(meta: Record<string, unknown> | undefined): string {
  const output = meta?.['terminal_output'] ?? meta?.['terminal_output_delta'];
  return textField(output, 'data') ?? '';
}

/** Returns a piece of content as text; one of a type that has none by its name. */
export function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text ?? '';
  if (block.resource?.text !== undefined) return block.resource.text;
  const about = block.name ?? block.uri ?? block.resource?.uri ?? block.mimeType;
  return about === undefined ? `[${block.type}]` : `[${block.type}: ${about}]`;
}

/** Returns what a call has printed or given back. */
export function outputOf({ terminal, content, rawOutput }: CallState): string {
  if (terminal !== '') return terminal;
  const said = content.flatMap((one) =>
    one.type === 'content' && one.content !== undefined
      ? [blockText(one.content)]
      : one.type === 'diff' || one.type === 'terminal'
        ? []
        : [`[${one.type}]`],
  );
  const text = said.join('\n').replace(/^```[\w-]*\n([\s\S]*?)\n?```\s*$/, '$1');
  if (text !== '') return text.slice(-longestOutput);
  if (typeof rawOutput === 'string') return rawOutput.slice(-longestOutput);
  return (
    textField(rawOutput, 'formatted_output', 'aggregated_output', 'output', 'stdout', 'error') ?? ''
  ).slice(-longestOutput);
}

export function isOver({ status }: CallState): boolean {
  return status === 'completed' || status === 'failed';
}

/** Returns the command line that a call runs; undefined where it runs none. */
export function commandOf({ kind, rawInput, title }: CallState): string | undefined {
  const line = textField(rawInput, 'command', 'cmd');
  const { command, cmd, args } = isRecord(rawInput) ? rawInput : {};
  const more = args ?? [];
  // What has no place in the line would run unseen.
  if ((command !== undefined && cmd !== undefined) || !isWords(more)) return undefined;
  if (line !== undefined) return [line, ...more.map(shellQuoted)].join(' ');
  const words = command ?? cmd;
  if (isWords(words)) return lineOf([...words, ...more]);
  if (kind !== 'execute') return undefined;
  return /^`([^`]+)`$/.exec(title.trim())?.[1];
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** One of the system's shells that is given its line with `-c` runs that line. */
function lineOf(words: readonly string[]): string {
  const [shell = '', flag = '', line] = words;
  const isShell = /^((\/usr)?\/bin\/)?(ba|z|da|k|fi)?sh$/.test(shell) && /^-l?c$/.test(flag);
  return isShell && words.length === 3 && line !== undefined ? line : words.map(shellQuoted).join(' ');
}
