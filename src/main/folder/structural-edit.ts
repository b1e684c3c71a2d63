import { createRequire } from 'node:module';
import type { parseAsync, SgNode } from '@ast-grep/napi';
import { z } from 'zod';
import { messageOf } from '../../shared/thrown-error.ts';
import { originalText, shownText, spliced } from './line-ends.ts';
import { ToolError } from './file-content.ts';

/** The languages that the library can read by itself, by its names for them. */
type Language = 'TypeScript' | 'Tsx' | 'JavaScript' | 'Css' | 'Html';

/** One replacement of code; `$NAME` and `$$$NAME` in it are what they matched in the pattern. */
export type StructuralEdit = { pattern: string; replacement: string };

/** A text after its replacements, and the number of places that each of them changed. */
type Rewritten = { text: string; counts: number[] };

const byteOrderMark = '\uFEFF';
const variables = /(\${1,3})([A-Z_][A-Z0-9_]*)/g;

/**
 * Throws a ToolError where a replacement names what its pattern does not match, or has a `$$$` without a name;
 * either would stand in the files as it is.
 */
export function refuseUnfilled(edits: readonly StructuralEdit[]): void {
  for (const [index, { pattern, replacement }] of edits.entries()) {
    const where = `ops[${index}].replacement`;
    const matched = new Set(namesIn(pattern).filter((name) => !name.startsWith('_')));
    const stranger = namesIn(replacement).find((name) => !matched.has(name));
    if (stranger !== undefined)
      throw new ToolError(`${where} names $${stranger}, which its pattern does not match.`);
    if (/\${3}(?![A-Z_])/.test(replacement))
      throw new ToolError(`${where} has $$$ without a name. Name it in both, such as $$$ARGS.`);
  }
}

function namesIn(code: string): string[] {
  return Array.from(code.matchAll(variables), ([, , name = '']) => name);
}

/**
 * Makes replacements one after the other in the syntax tree of a text; its line ends and byte order mark stay.
 * Throws a ToolError for a pattern that the parser can't read.
 */
export async function rewriteCode(
  astGrep: AstGrep,
  language: Language,
  text: string,
  edits: readonly StructuralEdit[],
): Promise<Rewritten> {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const plain = (code: string) => shownText(code).text;
  let shown = shownText(text.slice(mark.length));
  const counts: number[] = [];
  for (const [index, { pattern, replacement }] of edits.entries()) {
    const root = (await astGrep.parseAsync(language, shown.text)).root();
    const matches = matchesOf(root, plain(pattern), index);
    const work = { code: shown.text, replacement: plain(replacement), done: new Set<Match>() };
    const splices = outermost(matches).map(({ match, inside }) => ({
      start: match.start,
      end: match.end,
      text: filled(work, match, inside),
    }));
    shown = spliced(shown, splices);
    counts.push(work.done.size);
  }
  return { text: mark + originalText(shown), counts };
}

/** A node that a pattern matched; places are indices of the text. */
type Match = { node: SgNode; start: number; end: number };

/** Returns the places that a pattern matches, an outer one before those inside it, each place once. */
function matchesOf(root: SgNode, pattern: string, index: number): Match[] {
  try {
    const matches = root.findAll({ rule: { pattern } }).map((node) => ({ node, ...placeOf([node]) }));
    matches.sort((one, other) => one.start - other.start || other.end - one.end);
    return matches.filter(({ start, end }, at) => {
      const before = matches[at - 1];
      return before === undefined || before.start !== start || before.end !== end;
    });
  } catch (error) {
    const why = messageOf(error).split('|->').at(-1)?.trim();
    throw new ToolError(`ops[${index}].pattern can not be read: ${why}`);
  }
}

function placeOf(nodes: readonly SgNode[]): { start: number; end: number } {
  const ranges = nodes.map((node) => node.range());
  return { start: ranges[0]?.start.index ?? 0, end: ranges.at(-1)?.end.index ?? 0 };
}

/** A replacement in a code; `done` are the places that it was made at. */
type Work = { code: string; replacement: string; done: Set<Match> };

/** A piece of the code with the matches in it. */
type Piece = { start: number; end: number; matches: readonly Match[] };

/** Returns a piece with its outermost matches replaced; what their variables hold is replaced first. */
function replaced(work: Work, { start, end, matches }: Piece): string {
  let result = '';
  let at = start;
  for (const { match, inside } of outermost(matches)) {
    result += work.code.slice(at, match.start) + filled(work, match, inside);
    at = match.end;
  }
  return result + work.code.slice(at, end);
}

/** Returns the matches that lie inside no other, each with those inside it. */
function outermost(matches: readonly Match[]): { match: Match; inside: readonly Match[] }[] {
  const found: { match: Match; inside: readonly Match[] }[] = [];
  for (let index = 0; index < matches.length; ) {
    const match = matches[index];
    if (match === undefined) break;
    const inside = matches.slice(index + 1, endOf(matches, index));
    found.push({ match, inside });
    index += inside.length + 1;
  }
  return found;
}

/** Returns the index behind the matches that lie inside another. */
function endOf(matches: readonly Match[], outer: number): number {
  const end = matches[outer]?.end ?? 0;
  let index = outer + 1;
  while ((matches[index]?.start ?? end) < end) index += 1;
  return index;
}

/** Returns the replacement of a match, with its variables filled in. */
function filled(work: Work, match: Match, inside: readonly Match[]): string {
  work.done.add(match);
  return work.replacement.replace(variables, (_, __, name: string) => {
    const nodes = captured(match.node, name);
    if (nodes.length === 0) return '';
    const { start, end } = placeOf(nodes);
    return replaced(work, {
      start,
      end,
      matches: inside.filter((other) => other.start >= start && other.end <= end),
    });
  });
}

/** Returns the nodes that a variable holds; a list's separators are among them. */
function captured(node: SgNode, name: string): SgNode[] {
  const one = node.getMatch(name);
  return one === null ? node.getMultipleMatches(name) : [one];
}

/** The part of `@ast-grep/napi` that reads code. */
export type AstGrep = { parseAsync: typeof parseAsync };

const astGrepSchema = z.custom<AstGrep>(
  (library: unknown) => typeof library === 'object' && library !== null && 'parseAsync' in library,
);

/**
 * Returns what loads the library when it is first needed, and remembers it. It returns undefined where there is
 * none for this machine; `onMissing` is then told the reasons, once.
 */
export function astGrepLoader(onMissing: (why: string) => void): () => AstGrep | undefined {
  let loaded: { astGrep: AstGrep | undefined } | undefined;
  return () => {
    loaded ??= { astGrep: load(onMissing) };
    return loaded.astGrep;
  };
}

function load(onMissing: (why: string) => void): AstGrep | undefined {
  try {
    return astGrepSchema.parse(createRequire(import.meta.url)('@ast-grep/napi'));
  } catch (error) {
    onMissing(reasonsOf(error).join(' '));
    return undefined;
  }
}

/** The message of an error and those of its causes. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
