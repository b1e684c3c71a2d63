import { diffArrays } from 'diff';
import type { Tokens } from 'marked';
import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import { type ChangeToken, type MarkdownToken, within } from '../../../shared/markdown/read-markdown.ts';

/**
 * Returns the blocks of a later version with what it changed since the one before, in place: what is new and what is
 * gone are `change` tokens, in a block that both have around the words. Without what is gone it is the later version.
 */
export function changedMarkdown(
  before: readonly MarkdownToken[],
  after: readonly MarkdownToken[],
): MarkdownToken[] {
  return mergeBlocks(before, after);
}

/** More differences than these are not looked for: one is gone and the other new. */
const mostDifferences = 2_000;

/** Blocks in a row that are compared with each other at most. */
const mostCompared = 60;

function mergeBlocks(before: readonly MarkdownToken[], after: readonly MarkdownToken[]): MarkdownToken[] {
  return alignedBlocks(before.filter(isShown), after.filter(isShown)).flatMap(([old, now]) => {
    if (now === null) return old === null ? [] : [change('removed', [old])];
    if (old === null) return [change('added', [now])];
    return isSame(old, now) ? [now] : mergeBlock(old, now);
  });
}

function isShown({ type }: MarkdownToken): boolean {
  return type !== 'space';
}

function isSame(one: MarkdownToken, other: MarkdownToken): boolean {
  return one.type === other.type && one.raw.trim() === other.raw.trim();
}

/** A block of the version before and what became of it; null for none. */
type Pair<Block> = readonly [before: Block | null, after: Block | null];

/** Pairs blocks in their order: equal ones, and between these the ones that are most alike. */
function alignedBlocks<Block extends MarkdownToken>(
  before: readonly Block[],
  after: readonly Block[],
): Pair<Block>[] {
  const parts = diffArrays<Block>([...before], [...after], {
    comparator: isSame,
    maxEditLength: mostDifferences,
  });
  if (parts === undefined) return alignedByLikeness(before, after);
  const pairs: Pair<Block>[] = [];
  let at = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined) continue;
    if (!part.added && !part.removed) {
      for (const [offset, now] of part.value.entries()) pairs.push([before[at + offset] ?? null, now]);
      at += part.value.length;
      continue;
    }
    const next = parts[index + 1];
    const both = next !== undefined && (next.added || next.removed) && next.removed !== part.removed;
    const changed = both ? [part, next] : [part];
    const gone = changed.find(({ removed }) => removed)?.value ?? [];
    pairs.push(...alignedByLikeness(gone, changed.find(({ added }) => added)?.value ?? []));
    at += gone.length;
    if (both) index += 1;
  }
  return pairs;
}

/** How alike two blocks are at least that become one, from 0 to 1. */
const leastLikeness = 0.4;

/** Pairs what is alike so that the likeness of all pairs is greatest. */
function alignedByLikeness<Block extends MarkdownToken>(
  before: readonly Block[],
  after: readonly Block[],
): Pair<Block>[] {
  const apart: Pair<Block>[] = [
    ...before.map((old): Pair<Block> => [old, null]),
    ...after.map((now): Pair<Block> => [null, now]),
  ];
  if (before.length === 0 || after.length === 0 || before.length * after.length > mostCompared ** 2)
    return apart;
  const likeness = before.map((old) => after.map((now) => likenessOf(old, now)));
  const best = Array.from({ length: before.length + 1 }, () => after.map(() => 0).concat(0));
  const bestAt = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairedAt = (row: number, column: number) => {
    const alike = likeness[row]?.[column] ?? 0;
    return alike >= leastLikeness ? alike + bestAt(row + 1, column + 1) : 0;
  };
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const most = Math.max(bestAt(row + 1, column), bestAt(row, column + 1), pairedAt(row, column));
      best[row]?.splice(column, 1, most);
    }
  const pairs: Pair<Block>[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const old: Block | null = before[row] ?? null;
    const now: Block | null = after[column] ?? null;
    const most = bestAt(row, column);
    if (old !== null && now !== null && most > 0 && pairedAt(row, column) === most) {
      pairs.push([old, now]);
      row += 1;
      column += 1;
    } else if (old !== null && (now === null || bestAt(row + 1, column) === most)) {
      pairs.push([old, null]);
      row += 1;
    } else {
      pairs.push([null, now]);
      column += 1;
    }
  }
  return pairs;
}

/** The share of words that two blocks of one kind have in common, from 0 to 1. */
function likenessOf(before: MarkdownToken, after: MarkdownToken): number {
  if (before.type !== after.type) return 0;
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const count = left.get(word) ?? 0;
    if (count > 0) common += 1;
    left.set(word, count - 1);
  }
  const all = one.length + other.length;
  return all === 0 ? 0 : (2 * common) / all;
}

function wordsOf(token: MarkdownToken): string[] {
  return (plainTextOf([token]) || token.raw).toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function change(how: ChangeToken['change'], tokens: readonly MarkdownToken[], block = true): ChangeToken {
  const raw = tokens.map((token) => token.raw).join('');
  return { type: 'change', change: how, block, raw, tokens: [...tokens] };
}

/** A block that changed: in one where its kind can show that, else the old one and the new one. */
function mergeBlock(before: MarkdownToken, after: MarkdownToken): MarkdownToken[] {
  const apart = [change('removed', [before]), change('added', [after])];
  if (after.type === 'list')
    return before.type === 'list' && before.ordered === after.ordered ? mergeLists(before, after) : apart;
  if (after.type === 'table') return (before.type === 'table' && mergeTables(before, after)) || apart;
  if (after.type === 'code')
    return before.type === 'code' && before.lang === after.lang ? [{ ...after, before: before.text }] : apart;
  if (before.type !== after.type || depthOf(before) !== depthOf(after)) return apart;
  if (after.type === 'blockquote') return [{ ...after, tokens: mergeBlocks(inner(before), inner(after)) }];
  if (after.type !== 'paragraph' && after.type !== 'text' && after.type !== 'heading') return apart;
  const tokens = mergeInline(inner(before), inner(after));
  return tokens === null ? apart : [{ ...after, tokens }];
}

function depthOf(token: MarkdownToken): number {
  return token.type === 'heading' ? token.depth : 0;
}

/** The tokens within; a text by itself is the only one in it. */
function inner(token: MarkdownToken): MarkdownToken[] {
  if ('tokens' in token && token.tokens !== undefined) return within(token.tokens);
  return token.type === 'text' ? [token] : [];
}

/**
 * The items of both versions as lists one behind the other, each with the number that it begins with: items that are
 * gone have those of the version before.
 */
function mergeLists(before: Tokens.List, after: Tokens.List): MarkdownToken[] {
  const lists: { how: ChangeToken['change'] | 'same'; list: Tokens.List }[] = [];
  const numbers = { before: firstNumber(before), after: firstNumber(after) };
  for (const [old, now] of alignedBlocks(before.items, after.items)) {
    const how = old === null ? 'added' : now === null ? 'removed' : 'same';
    const item = now === null ? old : old === null || isSame(old, now) ? now : mergeItems(old, now);
    const start = how === 'removed' ? numbers.before : numbers.after;
    if (old !== null) numbers.before += 1;
    if (now !== null) numbers.after += 1;
    if (item === null) continue;
    const last = lists.at(-1);
    if (last?.how === how) last.list.items.push(item);
    else lists.push({ how, list: { ...after, start: after.ordered ? start : '', items: [item] } });
  }
  return lists.map(({ how, list }) => {
    const raw = list.items.map((item) => item.raw).join('\n');
    return how === 'same' ? { ...list, raw } : change(how, [{ ...list, raw }]);
  });
}

function firstNumber({ start }: Tokens.List): number {
  return start === '' ? 1 : start;
}

function mergeItems(before: Tokens.ListItem, after: Tokens.ListItem): Tokens.ListItem {
  return { ...after, tokens: mergeBlocks(within(before.tokens), within(after.tokens)) };
}

/** A table with the changes in its cells; null for tables of another size. */
function mergeTables(before: Tokens.Table, after: Tokens.Table): MarkdownToken[] | null {
  const columns = after.header.length;
  if (before.header.length !== columns || before.rows.length !== after.rows.length) return null;
  const merged = [before.header, ...before.rows].map((row, index) =>
    row.map((cell, column) => {
      const now = [after.header, ...after.rows][index]?.[column];
      if (now === undefined) return null;
      const tokens = mergeInline(within(cell.tokens), within(now.tokens));
      return tokens === null ? null : { ...now, tokens };
    }),
  );
  const rows = merged.map((row) => row.filter((cell) => cell !== null));
  const [header, ...others] = rows;
  if (header === undefined || rows.some((row) => row.length !== columns)) return null;
  return [{ ...after, header, rows: others }];
}

/** A word, a blank, a sign or something that is no text, with what it stands in: bold, a link. */
type Atom = { token: MarkdownToken; around: readonly MarkdownToken[]; key: string };

type Run = { how: ChangeToken['change'] | 'same'; atoms: Atom[] };

/** A line with the words that are new and those that are gone; null where there is too much of it. */
function mergeInline(
  before: readonly MarkdownToken[],
  after: readonly MarkdownToken[],
): MarkdownToken[] | null {
  const parts = diffArrays(atomsOf(before), atomsOf(after), {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: mostDifferences,
  });
  if (parts === undefined) return null;
  const runs = parts.map(
    ({ added, removed, value }): Run => ({
      how: added ? 'added' : removed ? 'removed' : 'same',
      atoms: value,
    }),
  );
  return joinedRuns(runs).flatMap(({ how, atoms }) => {
    const tokens = tokensOf(atoms, 0);
    return how === 'same' ? tokens : [change(how, tokens, false)];
  });
}

function atomsOf(tokens: readonly MarkdownToken[], around: readonly MarkdownToken[] = []): Atom[] {
  const place = around.map((token) => (token.type === 'link' ? `link ${token.href}` : token.type)).join('/');
  return tokens.flatMap((token): Atom[] => {
    if (token.type === 'strong' || token.type === 'em' || token.type === 'del' || token.type === 'link')
      return atomsOf(inner(token), [...around, token]);
    if (token.type !== 'text') return [{ token, around, key: `${place} ${token.type} ${token.raw}` }];
    if (token.tokens !== undefined) return atomsOf(inner(token), around);
    return (token.text.match(/&[#\w]+;|\s+|[\p{L}\p{N}_]+|[^]/gu) ?? []).map((text) => ({
      token: { type: 'text', raw: text, text, escaped: false },
      around,
      key: `${place} text ${text}`,
    }));
  });
}

/** Joins changes between which nothing but a blank or a sign is the same, each with what is gone first. */
function joinedRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  let open: { removed: Atom[]; added: Atom[] } | null = null;
  const close = () => {
    if (open === null) return;
    const after = takeCommonEnd(open);
    if (open.removed.length > 0) joined.push({ how: 'removed', atoms: open.removed });
    if (open.added.length > 0) joined.push({ how: 'added', atoms: open.added });
    if (after.length > 0) joined.push({ how: 'same', atoms: after });
    open = null;
  };
  for (const [index, { how, atoms }] of runs.entries()) {
    if (how === 'same') {
      const isLast = index === runs.length - 1;
      if (open?.removed.length && open.added.length && !isLast && !atoms.some(isWord)) {
        open.removed.push(...atoms);
        open.added.push(...atoms);
        continue;
      }
      close();
      joined.push({ how, atoms });
      continue;
    }
    open ??= { removed: [], added: [] };
    open[how].push(...atoms);
  }
  close();
  return joined;
}

/** Takes blanks and signs off the end of what is gone and what is new, where both end with them. */
function takeCommonEnd({ removed, added }: { removed: Atom[]; added: Atom[] }): Atom[] {
  const end: Atom[] = [];
  while (true) {
    const [old, now] = [removed.at(-1), added.at(-1)];
    if (old === undefined || now === undefined || old.key !== now.key || isWord(now)) return end;
    removed.pop();
    added.pop();
    end.unshift(now);
  }
}

function isWord({ token }: Atom): boolean {
  return token.type !== 'text' || /[\p{L}\p{N}]/u.test(token.text);
}

/** Puts atoms back into what they stood in. */
function tokensOf(atoms: readonly Atom[], depth: number): MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  for (let index = 0; index < atoms.length; ) {
    const outer = atoms[index]?.around[depth];
    let end = index + 1;
    while (end < atoms.length && atoms[end]?.around[depth] === outer) end += 1;
    const group = atoms.slice(index, end);
    if (outer === undefined) tokens.push(...joinedTexts(group.map(({ token }) => token)));
    else tokens.push(wrapped(outer, tokensOf(group, depth + 1)));
    index = end;
  }
  return tokens;
}

function wrapped(outer: MarkdownToken, tokens: MarkdownToken[]): MarkdownToken {
  const raw = tokens.map((token) => token.raw).join('');
  return 'tokens' in outer ? { ...outer, tokens, raw } : outer;
}

function joinedTexts(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  const joined: MarkdownToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.type !== 'text' || last?.type !== 'text' || 'tokens' in last) joined.push(token);
    else joined.splice(-1, 1, { ...last, raw: last.raw + token.raw, text: last.text + token.text });
  }
  return joined;
}
