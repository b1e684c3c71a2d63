import type { SgNode } from '@ast-grep/napi';
import { messageOf } from '../../shared/thrown-error.ts';
import type { AstGrep } from './ast-grep.ts';
import { originalText, shownText, spliced } from './line-ends.ts';
import { ToolError } from './file-content.ts';

/** The languages built into the library, by its names. */
type Language = 'TypeScript' | 'Tsx' | 'JavaScript' | 'Css' | 'Html';

/** `$NAME` and `$$$NAME` in the replacement are what they matched in the pattern. */
export type StructuralEdit = { pattern: string; replacement: string };

/** `counts` has how many places each replacement changed. */
type Rewritten = { text: string; counts: number[] };

const byteOrderMark = '\uFEFF';
const variables = /(\${1,3})([A-Z_][A-Z0-9_]*)/g;

/**
 * Throws a ToolError where a replacement uses a name that its pattern does not match, or a `$$$` without a name;
 * either would end up in the files literally.
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
 * Makes replacements one after another in the syntax tree of a text; line ends and byte order mark stay. Throws a
 * ToolError for a pattern that can't be parsed.
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

/** A matched node, with its position in the text. */
type Match = { node: SgNode; start: number; end: number };

/** Returns what a pattern matches, outer matches before those inside them, each place once. */
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

/** A replacement in progress; `done` are the places it was made at. */
type Work = { code: string; replacement: string; done: Set<Match> };

/** A piece of code with the matches in it. */
type Piece = { start: number; end: number; matches: readonly Match[] };

/** Returns a piece with its outermost matches replaced, after what their variables hold. */
function replaced(work: Work, { start, end, matches }: Piece): string {
  let result = '';
  let at = start;
  for (const { match, inside } of outermost(matches)) {
    result += work.code.slice(at, match.start) + filled(work, match, inside);
    at = match.end;
  }
  return result + work.code.slice(at, end);
}

/** Returns the outermost matches, each with those inside it. */
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

/** Returns the index after the matches inside another. */
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

/** Returns the nodes that a variable holds, with the separators of a list. */
function captured(node: SgNode, name: string): SgNode[] {
  const one = node.getMatch(name);
  return one === null ? node.getMultipleMatches(name) : [one];
}
