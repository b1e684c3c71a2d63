import { hasHiddenCharacters } from '../hidden-characters.ts';

/**
 * Letters that stand for themselves in every shell, anywhere in a word. Not among them: what any shell may
 * expand, split at, or take for a comment (`~ * ? [ ] { } ! # ^ $`), and quotes of any kind.
 */
const plainLetter = /[\p{L}\p{M}\p{N}_\-./:,+@%=]/u;

/** Ends of lines, and spaces that a reader takes for one which parts words. */
const oddBlank = /[\n\r]|[\p{Zs}--[ ]]/v;

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
  if (oddBlank.test(line) || hasHiddenCharacters(line.replaceAll('\t', ' '), 'line')) return undefined;
  const words: string[] = [];
  let rest = line.replace(/^[ \t]+/, '');
  while (rest !== '') {
    const word = readWord(rest);
    if (word === undefined) return undefined;
    words.push(word.text);
    rest = rest.slice(word.length).replace(/^[ \t]+/, '');
  }
  const [program] = words;
  return program === undefined || !isProgram(program, line) ? undefined : words;
}

/** Reads the word at the beginning of a text, up to a blank; undefined where it is not plain. */
function readWord(text: string): { text: string; length: number } | undefined {
  let word = '';
  let at = 0;
  while (at < text.length && text[at] !== ' ' && text[at] !== '\t') {
    // Empty quotes leave the next letter at the beginning.
    if (word === '' && oddStart.test(text.slice(at))) return undefined;
    const piece = readPiece(text, at);
    if (piece === undefined) return undefined;
    word += piece.text;
    at += piece.length;
  }
  return { text: word, length: at };
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
  return plainLetter.test(sign) ? { text: sign, length: sign.length } : undefined;
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
function isProgram(word: string, line: string): boolean {
  return (
    /^[A-Za-z0-9_./][A-Za-z0-9_\-./:,+@%]*$/.test(word) &&
    line.replace(/^[ \t]+/, '').startsWith(word) &&
    !shellWords.has(word)
  );
}
