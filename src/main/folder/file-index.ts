import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { go } from 'fuzzysort';
import type { FoundFiles } from '../../shared/transcript/found-files.ts';
import { mentionedPaths } from '../../shared/transcript/mentions.ts';
import type { ChatFolder } from './chat-folder.ts';
import { spelledOnDisk } from './disk-spelling.ts';
import { walkFolder } from './walk-folder.ts';

/** A path as it is, and in composed letters, as people type it. */
type Listed = { path: string; composed: string };

type Walk = { begunAt: number; files: Listed[]; more: boolean; ended: Promise<void> };

/** How long a list of files is reused, in milliseconds. */
const freshFor = 5_000;
const maxFiles = 50_000;
const maxDepth = 30;
const maxResults = 30;
/** How long a search waits for an unfinished walk, in milliseconds; then it takes what was found so far. */
const patience = 700;
const longestWalk = 10_000;

/** Finds files of folders by parts of their path. Caches the list of a folder for a few seconds. */
export class FileIndex {
  readonly #walks = new Map<string, Walk>();
  readonly #closing = new AbortController();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the files of a folder that match a query best, or the nearest ones if it is empty, without ignored
   * ones. `more` if not all files were searched. Rejects when the signal aborts.
   */
  async find(folder: ChatFolder, query: string, signal: AbortSignal): Promise<FoundFiles> {
    const walk = this.#walkOf(folder);
    const pause = wait(patience, undefined, { signal, ref: false });
    await Promise.race([walk.ended, pause]);
    pause.catch(() => {});
    signal.throwIfAborted();
    const { files, more } = walk;
    if (query === '') return { files: files.slice(0, maxResults).map(({ path }) => path), more };
    const options = { key: 'composed', limit: maxResults, threshold: 0.2 };
    const found = go(query.normalize('NFC'), files, options);
    return { files: found.map(({ obj }) => obj.path), more };
  }

  close(): void {
    this.#closing.abort();
  }

  #walkOf(folder: ChatFolder): Walk {
    const known = this.#walks.get(folder.path);
    if (known !== undefined && this.#now() - known.begunAt < freshFor) return known;
    const walk: Walk = { begunAt: this.#now(), files: [], more: true, ended: Promise.resolve() };
    walk.ended = fill(walk, folder, this.#closing.signal);
    this.#walks.clear();
    this.#walks.set(folder.path, walk);
    return walk;
  }
}

/** Fills a list level by level. A missing folder has no files; a huge one is cut. */
async function fill(
  walk: Walk,
  { path, dataFolder, ignores }: ChatFolder,
  closing: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(longestWalk)]);
  try {
    const root = realpathSync(path);
    const isClosed = dataFolder.closedTo(root);
    if (isClosed(root)) return;
    const rules = await ignores.at(root, signal);
    for await (const entry of walkFolder({ root, start: '', rules, depth: maxDepth, isClosed, signal })) {
      if (entry.kind !== 'file') continue;
      if (walk.files.length === maxFiles) return;
      walk.files.push({ path: entry.path, composed: entry.path.normalize('NFC') });
    }
    walk.more = false;
  } catch {
    walk.more = signal.aborted;
  }
}

/** More mentions in one message are not looked up. */
const maxMentions = 50;

/**
 * Returns the files of the folder that a message mentions, in either Unicode form; links are not followed.
 * Nothing in Parley's data folder.
 */
export function mentionedFiles({ path: folder, dataFolder }: MentionFolder, text: string): string[] {
  const isClosed = dataFolder.closedTo(realPath(folder));
  return mentionedPaths(text)
    .slice(0, 2 * maxMentions)
    .filter((path) => {
      const file = spelledOnDisk(join(folder, path));
      return isInside(path) && isFile(file) && !isClosed(realPath(file));
    })
    .slice(0, maxMentions);
}

type MentionFolder = Pick<ChatFolder, 'path' | 'dataFolder'>;

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split(/[/\\]/).includes('..');
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}
