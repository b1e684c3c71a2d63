import { hasHiddenCharacters } from '../hidden-characters.ts';

/**
 * Letters that stand for themselves in every shell, anywhere in a word. Not among them: what any shell may
 * expand, split at, or take for a comment (`~ * ? [ ] { } ! # ^ $`), and quotes of any kind.
 */
const plainLetter = /[\p{L}\p{M}\p{N}_\-./:,+@%=]/u;

/** Ends of lines, and spaces that a reader takes for one which parts words. */
const oddBlank = /[\n\r]|[\p{Zs}--[ ]]/v;

/** A tilde that no shell expands: between a letter and a number, as in `HEAD~1`. */
const plainTilde = /^[A-Za-z]~\d/;

/** Letters that some shell gives a meaning at the beginning of a word: `=ls`, `%1`. */
const oddStart = /^[%=]/;

/** Signs that a backslash makes plain in every shell; before a letter it may mean a character of another kind. */
const escapable = ' \'"\\$*?~#(){}[]<>&|;';

/** Signs that a backslash makes plain within double quotes in every shell. */
const escapableInQuotes = '"\\$';

/** The characters that do not stand for themselves in double quotes in every shell. */
const refusedInQuotes = '$`!';

/**
 * Returns the words of a command line that every shell splits into the same words and does nothing else with;
 * undefined for any other line. Quotes and escapes are taken off, and nothing is filled in.
 */
export function argvOf(line: string): string[] | undefined {
  const [part, ...others] = commandParts(line) ?? [];
  return part === undefined || others.length > 0 || part.redirections.length > 0 ? undefined : part.words;
}

/** Where a part's output goes, as it stands behind its words. */
type Redirection = '2>&1' | '>/dev/null' | '2>/dev/null';

/** A command of a line; `join` stands between it and the next one, null at the end of the line. */
export type CommandPart = { words: string[]; redirections: Redirection[]; join: CommandJoin | null };

type CommandJoin = '&&' | '||' | '|' | ';';

/**
 * Returns the commands of a line, each of plain words as `argvOf` has them, joined by unquoted `&&`, `||`, `|` and `;`,
 * with `2>&1` and what goes to `/dev/null`. Undefined for any other line.
 */
export function commandParts(line: string): CommandPart[] | undefined {
  return placedParts(line)?.map(({ at: _, ...part }) => part);
}

/** Where a word begins and ends in its line, in UTF-16 units. */
export type WordPlace = [from: number, to: number];

/** Returns what `commandParts` does, with where each word stands in the line. */
export function placedParts(line: string): (CommandPart & { at: WordPlace[] })[] | undefined {
  if (oddBlank.test(line) || hasHiddenCharacters(line.replaceAll('\t', ' '), 'line')) return undefined;
  const parts: (CommandPart & { at: WordPlace[] })[] = [];
  for (let rest = withoutBlanks(line); ; ) {
    const read = readPart(rest);
    if (read === undefined) return undefined;
    const start = line.length - rest.length;
    parts.push({ ...read.part, at: read.at.map(([from, to]) => [start + from, start + to]) });
    if (read.part.join === null) return parts;
    rest = read.rest;
  }
}

function readPart(text: string): { part: CommandPart; at: WordPlace[]; rest: string } | undefined {
  const words: string[] = [];
  const at: WordPlace[] = [];
  const redirections: Redirection[] = [];
  let rest = text;
  for (;;) {
    const [joined, sign = ''] = /^(&&|\|\||\||;|$)[ \t]*/.exec(rest) ?? [];
    if (joined !== undefined) {
      const part = { words, redirections, join: joinOf(sign) };
      return words.length === 0 ? undefined : { part, at, rest: rest.slice(joined.length) };
    }
    const redirected = readRedirection(rest);
    if (redirected !== undefined) redirections.push(redirected.to);
    const word = redirected ?? readWord(rest);
    if (word === undefined) return undefined;
    if ('text' in word) {
      const isFirst = words.length === 0;
      if (redirections.length > 0 || (isFirst && !isProgram(word.text, rest.slice(0, word.length))))
        return undefined;
      words.push(word.text);
      const from = text.length - rest.length;
      at.push([from, from + word.length]);
    }
    rest = withoutBlanks(rest.slice(word.length));
  }
}

function joinOf(sign: string): CommandJoin | null {
  switch (sign) {
    case '&&':
    case '||':
    case '|':
    case ';':
      return sign;
    default:
      return null;
  }
}

function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '');
}

/** Reads a redirection, which follows a blank and is followed by one or by the end of its command. */
function readRedirection(text: string): { to: Redirection; length: number } | undefined {
  const [read, sign] = /^(?:(2)>&1|([12]?)>[ \t]*\/dev\/null)(?=[ \t;|]|&&|$)/.exec(text) ?? [];
  if (read === undefined) return undefined;
  const to = sign === undefined ? (read.startsWith('2') ? '2>/dev/null' : '>/dev/null') : '2>&1';
  return { to, length: read.length };
}

/** Reads the word at the beginning of a text, up to a blank or a join; undefined where it is not plain. */
function readWord(text: string): { text: string; length: number } | undefined {
  let word = '';
  let at = 0;
  while (at < text.length && !/[ \t;|&]/.test(text.charAt(at))) {
    // Empty quotes leave the next letter at the beginning.
    if (word === '' && oddStart.test(text.slice(at))) return undefined;
    const piece = readPiece(text, at);
    if (piece === undefined) return undefined;
    word += piece.text;
    at += piece.length;
  }
  return at === 0 ? undefined : { text: word, length: at };
}

type Piece = { text: string; length: number };

function readPiece(text: string, at: number): Piece | undefined {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  switch (sign) {
    case "'":
      return inSingleQuotes(text, at);
    case '"':
      return inDoubleQuotes(text, at);
    case '\\': {
      const next = text[at + 1] ?? '';
      return next !== '' && escapable.includes(next) ? { text: next, length: 2 } : undefined;
    }
  }
  const isPlain = plainLetter.test(sign) || (at > 0 && plainTilde.test(text.slice(at - 1, at + 2)));
  return isPlain ? { text: sign, length: sign.length } : undefined;
}

/** Shells differ in what a backslash means here, and some fill in history after `!`. */
function inSingleQuotes(text: string, at: number): Piece | undefined {
  const end = text.indexOf("'", at + 1);
  const inside = end < 0 ? undefined : text.slice(at + 1, end);
  return inside === undefined || /[\\!]/.test(inside) ? undefined : { text: inside, length: end + 1 - at };
}

function inDoubleQuotes(text: string, at: number): Piece | undefined {
  let inside = '';
  for (let index = at + 1; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '"') return { text: inside, length: index + 1 - at };
    if (refusedInQuotes.includes(sign)) return undefined;
    if (sign === '\\') {
      index += 1;
      const next = text.charAt(index);
      if (next === '' || !escapableInQuotes.includes(next)) return undefined;
      inside += next;
    } else {
      inside += sign;
    }
  }
  return undefined;
}

/**
 * Words at the head of a line that shells take for themselves: what follows is not run as a program with these
 * words. Programs of the same name may exist; nobody means them.
 */
const shellWords = new Set(
  `if then elif else fi for while until do done case esac in function select time coproc repeat foreach end
   and or not begin switch return break continue exit logout
   . source eval exec command builtin noglob nocorrect - cd pushd popd dirs export declare typeset local readonly
   set unset shopt setopt unsetopt trap alias unalias abbr read let hash type umask ulimit wait jobs fg bg
   disown suspend history fc bind complete enable emulate zmodload autoload`.split(/\s+/),
);

/** A program is named in plain ASCII letters, so that nothing looks like another one, and without quotes. */
function isProgram(word: string, written: string): boolean {
  return /^[A-Za-z0-9_./][A-Za-z0-9_\-./:,+@%]*$/.test(word) && written === word && !shellWords.has(word);
}
