import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { openPages, type PagedFile } from '../wal/wal-file.ts';
import type { DatabaseImage } from './database-image.ts';
import { childrenOf, isTableLeaf, rowsOfLeaf } from './table-leaf.ts';

/** A table that is recovered. `isWhole`: SQLite read it to the end. `add` stores a row that fits and is not there. */
export type CopiedTable = {
  name: string;
  isWhole: boolean;
  add(rowid: number, values: readonly SQLInputValue[]): boolean;
};

/**
 * Looks for rows that SQLite no longer finds: in every page of the image that no sound table leads to, and in
 * the pages of the WAL that are not as they were written. A page doesn't say which table it is of; its rows
 * do, by what fits them.
 */
export function addLostRows(
  damaged: DatabaseSync | undefined,
  image: DatabaseImage,
  tables: readonly CopiedTable[],
): void {
  const torn = tables.filter(({ isWhole }) => !isWhole);
  if (torn.length === 0 && image.bad.length === 0) return;
  const pages = openPages(image.file);
  try {
    const owners = ownersOf(damaged, pages);
    const free = freePages(pages);
    const addRows = (number: number, content: Buffer | undefined, among: readonly CopiedTable[]) => {
      const owner = owners.get(number);
      const into = owner === undefined ? among : among.filter(({ name }) => name === owner);
      if (content === undefined || into.length === 0 || !isTableLeaf(content, number)) return;
      for (const { rowid, values } of rowsOfLeaf(content, number, pages.page))
        into.some((table) => table.add(rowid, values));
    };
    for (let number = 1; number <= pages.count; number += 1)
      if (owners.has(number) || !free.has(number)) addRows(number, pages.page(number), torn);
    for (const { page, content } of image.bad) addRows(page, content, tables);
  } finally {
    pages.close();
  }
}

/** The tables of the pages that can be reached from where each of them begins. */
function ownersOf(damaged: DatabaseSync | undefined, pages: PagedFile): Map<number, string> {
  const owners = new Map<number, string>([[1, 'sqlite_schema']]);
  for (const { name, root } of rootsOf(damaged)) {
    const waiting = [root];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const page = owners.has(number) ? undefined : pages.page(number);
      if (page === undefined) continue;
      owners.set(number, name);
      waiting.push(...childrenOf(page, number));
    }
  }
  return owners;
}

function rootsOf(damaged: DatabaseSync | undefined): { name: string; root: number }[] {
  try {
    const rows =
      damaged?.prepare(`SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'`).all() ?? [];
    return rows.map(({ name, rootpage }) => ({ name: String(name), root: Number(rootpage) }));
  } catch {
    return [];
  }
}

/** Deleted rows stay deleted: their pages are listed as free, as long as the list can be read. */
function freePages(pages: PagedFile): Set<number> {
  const free = new Set<number>();
  let trunk = pages.page(1)?.readUInt32BE(32) ?? 0;
  while (trunk !== 0 && !free.has(trunk)) {
    const page = pages.page(trunk);
    if (page === undefined) break;
    free.add(trunk);
    const count = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let index = 0; index < count; index += 1) free.add(page.readUInt32BE(8 + index * 4));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
