import { changedHunks } from '../../shared/previews/text-diff.ts';
import type { FileDiff, Hunk, ShownConflict } from '../../shared/previews/preview.ts';
import { linesWithEnds } from './conflicts.ts';
import type { StagedFile } from '../storage/action-store.ts';

type FileToShow = Pick<
  StagedFile,
  'path' | 'before' | 'after' | 'marks' | 'meanwhile' | 'conflicts' | 'blobs'
>;

/**
 * Returns the diff of a file for a person: changed lines with three lines of context, the heading of each hunk,
 * and the conflicts to choose in.
 */
export function fileDiff({ path, before, after, marks, meanwhile, conflicts, blobs }: FileToShow): FileDiff {
  const change = after === null ? 'deleted' : before === null ? 'created' : 'changed';
  if (blobs) return { path, change, hunks: [], binary: true, ...(marks && { marks }) };
  const lines = before?.split('\n') ?? [];
  const hunks = changedHunks(before ?? '', after ?? '').map((hunk) => {
    const heading = change === 'changed' ? hunkHeading(path, lines, hunk) : undefined;
    return heading === undefined ? hunk : { ...hunk, heading };
  });
  return {
    path,
    change,
    hunks,
    ...(change === 'changed' && { linesAfter: linesAfter(hunks, after ?? '') }),
    ...(meanwhile && { meanwhile }),
    ...(conflicts && { conflicts: shownConflicts(after ?? '', conflicts) }),
    ...(marks && { marks }),
  };
}

function linesAfter(hunks: readonly Hunk[], after: string): number {
  const last = hunks.at(-1);
  return last === undefined ? 0 : linesWithEnds(after).length - (last.newStart - 1 + last.newLines);
}

/** Lines of context around a conflict. */
const around = 3;

function shownConflicts(after: string, conflicts: NonNullable<StagedFile['conflicts']>): ShownConflict[] {
  const lines = linesWithEnds(after).map(withoutEnd);
  return conflicts.map(({ start, ours, theirs }) => ({
    line: start + 1,
    ours: ours.map(withoutEnd),
    theirs: theirs.map(withoutEnd),
    above: lines.slice(Math.max(0, start - around), start),
    below: lines.slice(start + ours.length, start + ours.length + around),
  }));
}

function withoutEnd(line: string): string {
  return line.replace(/\n$/, '');
}

/** How many lines above a change its heading is searched for, and how long it may be, in characters. */
const [furthest, longest] = [3_000, 100];

const modifiers = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|async|abstract|final|override|readonly|sealed|virtual|inline|extern|unsafe|pub(?:\([^)]*\))?)\s+)*`;
const functions = new RegExp(
  String.raw`^${modifiers}(?:function\*?|def|fn|func|fun|sub)\s+(?:\([^)]*\)\s*)?([\p{L}\p{N}_$]+)`,
  'u',
);
const types = new RegExp(
  String.raw`^${modifiers}(class|interface|enum|struct|trait|impl|type|module|namespace|object|protocol|record|mod)\s+([\p{L}\p{N}_$.<>]+)`,
  'u',
);
const arrows = new RegExp(
  String.raw`^${modifiers}(?:const|let|var)\s+([\p{L}\p{N}_$]+)[^=]*=\s*(?:async\s+)?(?:function\b|.*=>)`,
  'u',
);
const methods = new RegExp(
  String.raw`^${modifiers}(?:(?:get|set)\s+)?(#?[\p{L}\p{N}_$]+)\s*(?:<[^>]*>)?\(.*\{$`,
  'u',
);
const cases = /^(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.+?)\1/u;
const controls = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'return',
  'else',
  'do',
  'function',
  'foreach',
]);
const markdownHeading = /^#{1,6}\s+(.+)$/u;

/**
 * Returns the heading of a hunk: the nearest less indented line above that declares something, or the heading of
 * a Markdown section. A change at the top level is named by what it declares itself.
 */
function hunkHeading(path: string, before: readonly string[], hunk: Hunk): string | undefined {
  const { oldStart, lines } = hunk;
  const at = lines.findIndex((line) => line.startsWith('+') || line.startsWith('-'));
  const above = before.slice(Math.max(0, oldStart - 1 + at - furthest), Math.max(0, oldStart - 1 + at));
  const changed = lines.slice(at).flatMap((line) => (/^[+-]/u.test(line) ? [line.slice(1)] : []));
  if (/\.(?:md|mdx|markdown)$/iu.test(path)) return nearestHeading(above);
  const first = changed.find((line) => line.trim() !== '') ?? '';
  return cut(enclosing(above, indentOf(first)) ?? changed.map(declared).find((name) => name !== undefined));
}

function nearestHeading(above: readonly string[]): string | undefined {
  const line = above.findLast((text) => markdownHeading.test(text));
  return cut(line && markdownHeading.exec(line)?.[1]);
}

function enclosing(above: readonly string[], indent: number): string | undefined {
  let least = indent;
  for (const line of above.toReversed()) {
    if (line.trim() === '' || indentOf(line) >= least) continue;
    least = indentOf(line);
    const name = declared(line);
    if (name !== undefined) return name;
  }
  return undefined;
}

function declared(line: string): string | undefined {
  const text = line.trim();
  const type = types.exec(text);
  if (type !== null) return `${type[1]} ${type[2]}`;
  const named = functions.exec(text) ?? arrows.exec(text);
  if (named !== null) return `${named[1]}()`;
  const testCase = cases.exec(text);
  if (testCase !== null) return testCase[2];
  const method = methods.exec(text)?.[1];
  return method === undefined || controls.has(method) ? undefined : `${method}()`;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function cut(name: string | undefined): string | undefined {
  return name !== undefined && name.length > longest ? `${name.slice(0, longest)}…` : name;
}
