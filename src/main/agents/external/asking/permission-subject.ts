import type { PermissionChoice, PermissionSubject } from '../../../../shared/permissions/permission.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { showsAllDiffs } from '../calls/call-diffs.ts';
import { commandOf } from '../calls/call-command.ts';
import { type CallState, isRecord, outputOf, textField } from '../calls/call-state.ts';
import { inFolder } from '../calls/shown-call.ts';
import type { PermissionAsked } from '../protocol/protocol.schema.ts';

/** The longest text of a request that is shown whole, in characters. */
const longestText = 150_000;

/** Fields of an input that would change what a command or a request does, and that its card has no place for. */
const unshown = ['env', 'environment', 'stdin', 'input', 'shell', 'body', 'data', 'headers', 'method'];

/**
 * Returns what an agent asks permission for, from all it said of the call and the changes that this shows: in the
 * form of its kind where that shows all of it, else as it was said. What is too much to be shown is missing, so that
 * it can't be allowed.
 */
export function subjectOf(call: CallState, files: readonly FileDiff[], folder: string): PermissionSubject {
  const [first, ...rest] = files;
  if (!showsAllDiffs(call, files)) return { type: 'missing' };
  if (first !== undefined && call.kind !== 'execute') return { type: 'edit', files: [first, ...rest] };
  const { rawInput } = call;
  const isPlain = !isRecord(rawInput) || !unshown.some((field) => Object.hasOwn(rawInput, field));
  const line = isPlain ? commandOf(call) : undefined;
  if (line !== undefined) {
    const place = placeFields.find((field) => textField(rawInput, field) !== undefined);
    const cwd = place === undefined ? folder : (textField(rawInput, place) ?? folder);
    const more = moreOf(rawInput, ['command', 'cmd', 'args', ...(place === undefined ? [] : [place])]);
    return more === 'too-much'
      ? { type: 'missing' }
      : { type: 'command', line, folder: cwd, confined: false, ...more };
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(call.name) ?? [];
  if (server !== undefined && tool !== undefined)
    return { type: 'mcp', server, tool, input: call.rawInput ?? null, annotations: {} };
  const url = call.kind === 'fetch' && isPlain ? textField(call.rawInput, 'url') : undefined;
  if (url !== undefined) {
    const more = moreOf(rawInput, ['url']);
    return more === 'too-much' ? { type: 'missing' } : { type: 'fetch', url, ...more };
  }
  const text = detailsOf(call, folder);
  const title = call.title.trim() || call.name;
  if (title === '' || text.length > longestText || (text === '' && isVague(call))) return { type: 'missing' };
  return { type: 'other', title, text };
}

/** The fields by which agents name the folder of a command. */
const placeFields = ['cwd', 'workdir', 'directory'];

/** Returns the fields of an input that its card has no other place for. */
function moreOf(input: unknown, shown: readonly string[]): { more?: Record<string, unknown> } | 'too-much' {
  const rest = Object.entries(isRecord(input) ? input : {}).filter(([field]) => !shown.includes(field));
  if (rest.length === 0) return {};
  const more = Object.fromEntries(rest);
  return JSON.stringify(more).length > longestText ? 'too-much' : { more };
}

/** True of a call whose title alone says nothing: it acts, and on what is not said. */
function isVague({ kind, title }: CallState): boolean {
  return ['execute', 'edit', 'delete', 'move'].includes(kind) && !/[\s/`]/.test(title.trim());
}

function detailsOf(call: CallState, folder: string): string {
  const places = call.places.map(({ path }) => inFolder(path, folder));
  const input =
    isRecord(call.rawInput) && Object.keys(call.rawInput).length > 0
      ? JSON.stringify(call.rawInput, null, 2)
      : '';
  return [...new Set([outputOf(call), places.join('\n'), input])]
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

const meanings: ReadonlyMap<string, PermissionChoice['meaning']> = new Map([
  ['allow_once', 'once'],
  ['allow_always', 'always'],
  ['reject_once', 'no'],
  ['reject_always', 'no'],
]);

/** Returns the agent's options as choices in its own words. One of an unknown kind is taken for a lasting yes. */
export function choicesOf({ options }: PermissionAsked): PermissionChoice[] {
  return options.map(({ optionId, name, kind }) => ({
    id: optionId.slice(0, 200),
    meaning: meanings.get(kind ?? '') ?? 'always',
    words: name ?? optionId,
    external: true,
  }));
}

/** Returns the words by which a lost request for permission is named to its agent. */
export function subjectWords(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return `to run \`${subject.line}\``;
    case 'edit':
      return `to change ${subject.files.map(({ path }) => path).join(', ')}`;
    case 'mcp':
      return `to use ${subject.tool} of ${subject.server}`;
    case 'fetch':
      return `to open ${subject.url}`;
    case 'read':
      return `to read ${subject.path}`;
    case 'other':
      return `for “${subject.title}”`;
    case 'missing':
      return 'without saying for what';
  }
}
