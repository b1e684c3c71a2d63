import type { GivenChanges, GivenText } from '../../../changes/given-changes.ts';
import type { CallState } from './call-state.ts';
import { nameInFolder } from './shown-call.ts';

/** Returns what a call gives as changes of files; `folder` is the chat's. Nothing of a call that failed. */
export function givenInCall(call: CallState, folder: string): GivenChanges {
  if (call.status === 'failed') return { ways: [], moves: [] };
  const ways = [call.content, ...call.earlier].map((content) => textsIn(content, folder));
  const places = call.places.map(({ path }) => nameInFolder(path, folder));
  const deleted = places.map((path): GivenText => ({ path, before: null, after: null }));
  return { ways: call.kind === 'delete' ? [deleted, ...ways] : ways, moves: movesIn(call, places, ways) };
}

function textsIn(content: CallState['content'], folder: string): GivenText[] {
  return content.flatMap(({ type, path, oldText, newText }): GivenText[] =>
    type === 'diff' && path !== undefined && newText !== undefined
      ? [{ path: nameInFolder(path, folder), before: oldText ?? null, after: newText }]
      : [],
  );
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
