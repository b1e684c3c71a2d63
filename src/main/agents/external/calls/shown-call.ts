import { isAbsolute, relative } from 'node:path';
import { type ToolCallId, toolCallIdSchema } from '../../../../shared/ids.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import type { CallWork, WorkKind } from '../../../../shared/transcript/call-work.ts';
import { commandOf } from './call-command.ts';
import { type CallState, isOver, outputOf, textField } from './call-state.ts';

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

/**
 * Returns a call as windows show it, with the changes of files that it shows. `idOf` finds the call that another one
 * of the agent has in the chat.
 */
export function workOf(
  call: CallState,
  files: FileDiff[],
  folder: string,
  idOf: (agentId: string) => ToolCallId | undefined,
): CallWork {
  const parent = textField(call.meta['claudeCode'], 'parentToolUseId');
  const within = parent === undefined ? undefined : idOf(parent);
  return {
    title: titleOf(call),
    kind: kinds.get(call.kind) ?? 'other',
    places: call.places.map(({ path, line }) => ({ path: inFolder(path, folder), line: lineNumber(line) })),
    files,
    output: isOver(call) ? '' : outputOf(call),
    ...(within !== undefined && { within: toolCallIdSchema.parse(within) }),
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
