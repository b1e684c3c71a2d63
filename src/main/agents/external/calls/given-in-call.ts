import type { GivenChanges, GivenText } from '../../../changes/given-changes.ts';
import { textField } from '../json-fields.ts';
import type { CallState } from './call-state.ts';
import { nameInFolder } from './shown-call.ts';

/** Returns what a call gives as changes of files; `folder` is the chat's. Nothing of a call that failed. */
export function givenInCall(call: CallState, folder: string): GivenChanges {
  if (call.status === 'failed') return { ways: [], moves: [] };
  const shown = [call.content, ...call.earlier].map((content) => textsIn(content, folder));
  const ways = [...shown, ...inputOf(call, folder)];
  const places = call.places.map(({ path }) => nameInFolder(path, folder));
  const deleted = places.map((path): GivenText => ({ path, before: null, after: null }));
  return { ways: call.kind === 'delete' ? [deleted, ...ways] : ways, moves: movesIn(call, places, shown) };
}

function textsIn(content: CallState['content'], folder: string): GivenText[] {
  return content.flatMap(({ type, path, oldText, newText }): GivenText[] =>
    type === 'diff' && path !== undefined && newText !== undefined
      ? [{ path: nameInFolder(path, folder), before: oldText ?? null, after: newText }]
      : [],
  );
}

/** The change that stands in the input of a call: some agents show nothing of a file that they write. */
function inputOf({ kind, rawInput }: CallState, folder: string): GivenText[][] {
  const file = textField(rawInput, 'file_path', 'filePath', 'absolute_path', 'path');
  if (kind !== 'edit' || file === undefined) return [];
  const path = nameInFolder(file, folder);
  const content = textField(rawInput, 'content');
  if (content !== undefined) return [[{ path, before: null, after: content }]];
  const before = textField(rawInput, 'old_string', 'oldString');
  const after = textField(rawInput, 'new_string', 'newString');
  return before === undefined || after === undefined ? [] : [[{ path, before, after }]];
}

/** A move names both files, or, as some agents have it, shows the change of the new one and names the old one as its place. */
function movesIn({ kind }: CallState, places: readonly string[], ways: readonly GivenText[][]) {
  const [from, to] = places;
  if (kind === 'move' && places.length === 2 && from !== undefined && to !== undefined) return [{ from, to }];
  const shown = [...new Set(ways.flat().map(({ path }) => path))];
  const named = places.filter((place) => !shown.includes(place));
  return kind === 'edit' || kind === 'move'
    ? named.flatMap((place) => shown.map((path) => ({ from: place, to: path })))
    : [];
}
