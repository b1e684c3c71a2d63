import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolContext } from '../../chat/chat-history.ts';
import { type LineMatcher, lineMatcher } from './line-matcher.ts';
import { failed, locateReadable, readingTool } from './reading-tool.ts';
import { readSmallText } from '../../folder/file-content.ts';
import { walkFolder } from '../../folder/walk-folder.ts';
import { isWithheld } from '../../folder/withheld.ts';
import { type WorkspacePath, shownName } from '../../folder/workspace-path.ts';

const maxMatches = 100;
const maxFileBytes = 1_048_576;
const shownCharacters = 200;
const budgetMs = 5_000;
const sliceMs = 20;

const inputSchema = z.lazy(() =>
  z.object({
    query: z.string().min(1).max(500).describe('Text to find within a line; small letters match any case'),
    path: z.string().default('.').describe('A folder or file to search; left out: the whole folder'),
    regex: z.boolean().default(false).describe('Read query as an RE2 regular expression'),
  }),
);

type Search = {
  matcher: LineMatcher;
  signal: AbortSignal;
  deadline: number;
  hits: string[];
  files: number;
  /** How many files were skipped because they may hold secrets. */
  withheld: number;
};

/** Finds lines as `path:line: text`, at most 100, within five seconds; says what was not searched. */
export const searchFiles = readingTool({
  name: 'search_files',
  description:
    'Find lines that contain a text, or match a regular expression, in the files of the chat’s folder. Leaves out what list_files leaves out, binary files and files over 1 MB.',
  inputSchema,
  async run({ query, path, regex }, context) {
    const located = await locateReadable(context, path);
    if (!located.ok) return failed(located.error);
    const matcher = await lineMatcher(query, regex);
    const deadline = performance.now() + budgetMs;
    const search: Search = { matcher, signal: context.signal, deadline, hits: [], files: 0, withheld: 0 };
    const limit = await searchPlace(located.resolved, search, context);
    return { ok: true, text: report(query, search, limit) };
  },
});

/** What ended a search early. */
type Limit = 'matches' | 'time' | null;

async function searchPlace(place: WorkspacePath, search: Search, context: ToolContext): Promise<Limit> {
  const { root, path, shown } = place;
  const { signal } = context;
  if (!(await lstat(path)).isDirectory()) return searchFile(root, shown, search);
  const rules = await context.folder.ignores.refuseIgnored(place, true, signal);
  const depth = Number.POSITIVE_INFINITY;
  const isClosed = context.folder.dataFolder.closedTo(root);
  for await (const entry of walkFolder({ root, start: shown, rules, depth, isClosed, signal })) {
    if (entry.kind !== 'file') continue;
    if (isWithheld(context, { shown: entry.path, asked: entry.path })) {
      search.withheld += 1;
      continue;
    }
    const limit = await searchFile(root, entry.path, search);
    if (limit !== null) return limit;
  }
  return null;
}

async function searchFile(root: string, path: string, search: Search): Promise<Limit> {
  const { matcher, signal, hits, deadline } = search;
  const text = await readSmallText(join(root, path), maxFileBytes, signal).catch(() => undefined);
  signal.throwIfAborted();
  const before = hits.length;
  let limit: Limit = performance.now() > deadline ? 'time' : null;
  let pause = performance.now() + sliceMs;
  for (const [index, line] of (text?.split('\n') ?? []).entries()) {
    if (limit !== null) break;
    if (matcher.matches(line)) hits.push(hitLine(path, index + 1, line));
    const now = performance.now();
    if (hits.length >= maxMatches) limit = 'matches';
    else if (now > deadline) limit = 'time';
    if (now > pause) {
      await nextTick();
      signal.throwIfAborted();
      pause = performance.now() + sliceMs;
    }
  }
  if (hits.length > before) search.files += 1;
  return limit;
}

function hitLine(path: string, number: number, line: string): string {
  const text = shownName(line.trim());
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return `${shownName(path)}:${number}: ${cut}`;
}

function report(query: string, { hits, files, matcher, withheld }: Search, limit: Limit): string {
  const found =
    hits.length === 0
      ? `Nothing matches ${JSON.stringify(query)}.`
      : `${count(hits.length, 'match', 'matches')} in ${count(files, 'file', 'files')}:`;
  const passedOver = withheld === 0 ? null : withheldNote(withheld);
  const notes = [matcher.note, passedOver, limit && limitNotes[limit]].filter((note) => note !== null);
  return [found, ...hits, ...notes.map((note) => `(${note})`)].join('\n');
}

const limitNotes = {
  matches: `Cut after ${maxMatches} matches. Give path or a longer query to see the others.`,
  time: `Stopped after ${budgetMs / 1_000} seconds, so some files were not searched. Give path to search a part of the folder.`,
};

function withheldNote(withheld: number): string {
  const what =
    withheld === 1 ? '1 file that may hold secrets was' : `${withheld} files that may hold secrets were`;
  return `${what} not searched. To ask the person for one, give it as path.`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
