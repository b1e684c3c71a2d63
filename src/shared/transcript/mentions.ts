type OpenMention = { start: number; query: string };

type MessagePiece = { text: string; path: string | null };

const before = String.raw`(?<=^|[\s([{<'"])`;
const token = new RegExp(String.raw`${before}@(?:"((?:[^"\\\n]|\\.)+)"|([^\s"]+))`, 'g');
const openToken = new RegExp(String.raw`${before}@(?:"([^"\n]*)|([^\s"@]*))$`);
const closing = /[.,;:!?)\]}>'…]+$/;

/** The mention that ends at the caret, or null: `@` at the start of a word, then a path or `"` and a path. */
export function mentionAt(text: string, caret: number): OpenMention | null {
  const found = openToken.exec(text.slice(Math.max(0, caret - 500), caret));
  if (found === null) return null;
  return { start: caret - found[0].length, query: found[1] ?? found[2] ?? '' };
}

/** `@src/main.js`, or `@"my notes.txt"` where the path would not end by itself. */
export function mentionOf(path: string): string {
  const plain = /^[^\s"\\]+$/.test(path) && !closing.test(path);
  return plain ? `@${path}` : `@"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Every path that a message may mention: each token both with and without its closing signs. */
export function mentionedPaths(text: string): string[] {
  return [...new Set([...text.matchAll(token)].flatMap(pathsOf))];
}

/** Splits a message so that the mentions of these paths stand apart. */
export function splitMentions(text: string, paths: readonly string[]): MessagePiece[] {
  if (paths.length === 0) return [{ text, path: null }];
  const known = new Set(paths);
  const pieces: MessagePiece[] = [];
  let done = 0;
  for (const match of text.matchAll(token)) {
    const path = pathsOf(match).find((candidate) => known.has(candidate));
    if (path === undefined) continue;
    const end = match.index + (match[1] === undefined ? path.length + 1 : match[0].length);
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), path: null });
    pieces.push({ text: text.slice(match.index, end), path });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), path: null });
  return pieces;
}

function pathsOf([, quoted, plain = '']: RegExpMatchArray): string[] {
  if (quoted !== undefined) return [quoted.replaceAll(/\\(.)/g, '$1')];
  const bare = plain.replace(closing, '');
  return bare === plain || bare === '' ? [plain] : [plain, bare];
}
