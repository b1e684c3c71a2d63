import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { protectionsOf } from '../../../../shared/files/protected-files.ts';
import { type ToolCallId, toolCallIdSchema } from '../../../../shared/ids.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import type { CallWork, WorkKind } from '../../../../shared/transcript/call-work.ts';
import type { ChatFolder } from '../../../folder/chat-folder.ts';
import { fileDiff } from '../../../folder/file-diff.ts';
import { type CallState, commandOf, isOver, outputOf } from './call-state.ts';
import { callFacts } from '../vendors/vendors.ts';
import { textField } from '../json-fields.ts';
import { longestName } from '../../../../shared/workspace/longest-name.ts';

const kinds: ReadonlyMap<string, WorkKind> = new Map([
  ['read', 'read'],
  ['edit', 'edit'],
  ['delete', 'delete'],
  ['move', 'move'],
  ['search', 'search'],
  ['execute', 'run'],
  ['think', 'think'],
  ['fetch', 'fetch'],
]);

/** A call for which others work, as far as they show it. */
type ParentCall = { toolCallId: ToolCallId; state: CallState };

/** Returns a call as windows show it, with the changes of files that it shows; `callOf` finds another one of the agent. */
export function workOf(
  call: CallState,
  files: FileDiff[],
  folder: string,
  callOf: (agentId: string) => ParentCall | undefined,
): CallWork {
  const facts = callFacts(call.meta);
  const parent = facts.parent === undefined ? undefined : callOf(facts.parent);
  const within = call.by === undefined ? parent?.toolCallId : call.by.toolCallId;
  const subagent = call.by?.name ?? facts.subagent ?? textField(parent?.state.rawInput, 'subagent_type');
  return {
    title: titleOf(call),
    kind: call.own ?? kinds.get(call.kind) ?? 'other',
    places: call.places.map(({ path, line }) => ({ path: inFolder(path, folder), line: lineNumber(line) })),
    files,
    output: isOver(call) ? '' : outputOf(call),
    ...(within !== undefined && { within: toolCallIdSchema.parse(within) }),
    ...(subagent !== undefined && { subagent: subagent.slice(0, longestName) }),
    ...(call.resetsAt !== undefined && { resetsAt: call.resetsAt }),
  };
}

/** Returns null for what can't be the number of a line. */
function lineNumber(given: number | null | undefined): number | null {
  const line = Math.floor(given ?? 0);
  return line > 0 && Number.isSafeInteger(line) ? line : null;
}

function titleOf(call: CallState): string {
  const title = call.title.trim() === '' ? call.name : call.title;
  return title.trim() === '' ? (commandOf(call) ?? call.kind) : title;
}

/** Returns a path relative to the folder where it lies in it. */
export function inFolder(path: string, folder: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(folder, path);
  return inside === '' ? '.' : inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

type Content = CallState['content'][number];

/** The longest text of which a diff is made, in characters. */
const longestText = 1_500_000;

/** True when a call shows all of the changes that it says; one of a file that is too large is left out. */
export function showsAllDiffs(call: CallState, files: readonly FileDiff[]): boolean {
  return call.content.filter(({ type }) => type === 'diff').length === files.length;
}

/** The changes of files that the calls of an agent show; each is compared once, however often it is shown. */
export class CallDiffs {
  readonly #folder: ChatFolder;
  readonly #made = new WeakMap<Content, { before: string | null; diff: FileDiff }>();

  constructor(folder: ChatFolder) {
    this.#folder = folder;
  }

  of(call: CallState): FileDiff[] {
    return call.content.flatMap((one) => {
      const { path, newText } = one;
      if (one.type !== 'diff' || path === undefined || newText === undefined) return [];
      // Some agents show a file that they write over as if it were new.
      const before = one.oldText ?? (isOver(call) ? null : textThere(path, this.#folder));
      if ((before?.length ?? 0) + newText.length > longestText) return [];
      const made = this.#made.get(one);
      if (made?.before === before) return [made.diff];
      const shown = inFolder(path, this.#folder.path);
      const marks = protectionsOf(shown, nameInFolder(path, this.#folder.path));
      const diff = fileDiff({ path: shown, before, after: newText, ...(marks.length > 0 && { marks }) });
      this.#made.set(one, { before, diff });
      return [diff];
    });
  }

  textOf(path: string): string | null {
    return textThere(path, this.#folder);
  }
}

/** Returns the name in a folder of the file that a path leads to over links. */
export function nameInFolder(path: string, folder: string): string {
  const file = isAbsolute(path) ? path : join(folder, path);
  return inFolder(realPath(file), realPath(folder));
}

/** Returns where a path leads over every link, also to a file that is not there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPath(dirname(path)), basename(path));
  }
}

/** Returns the text of a file in the folder of a chat; null where there is none that may be read. */
function textThere(path: string, { path: folder, dataFolder }: ChatFolder): string | null {
  const file = isAbsolute(path) ? path : join(folder, path);
  if (relative(folder, file).startsWith('..')) return null;
  try {
    if (dataFolder.closedTo(realpathSync.native(folder))(realpathSync.native(file))) return null;
    return readRegular(file);
  } catch {
    return null;
  }
}

/** Returns the text of a file; null for what is too large, and for a pipe or a device, which would never end. */
function readRegular(path: string): string | null {
  const { O_RDONLY, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= longestText ? readFileSync(file, 'utf8') : null;
  } finally {
    closeSync(file);
  }
}
