import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nothing = Buffer.alloc(0);

/** A line that goes on for longer is decoded as far as it has come, in bytes. */
const longestLine = 65_536;

/** Control characters that stand in text: the bell, those that move a cursor, and the begin of an escape sequence. */
const textControls: ReadonlySet<number> = new Set([7, 8, 9, 10, 11, 12, 13, 27]);

/** How far after the first line of another encoding it is looked for those: a picture begins with letters. */
const lookAhead = 1_024;

/**
 * Decodes the output of a command, which is UTF-8 or, line by line, something else: UTF-16 by its byte order mark,
 * else the likely encoding of the person's language. Bytes of no text become U+FFFD. `found` collects the encodings
 * other than UTF-8, by their names in the Encoding Standard, and `binary`.
 */
export class OutputDecoder {
  readonly #likely: TextDecoder;
  readonly #found: Set<string>;
  #utf16: Utf16 | undefined;
  #rest: Buffer = nothing;
  #isAtLineStart = true;
  /** Undefined until a line came that is not UTF-8. */
  #isBinary: boolean | undefined;
  #letters: string | undefined;

  constructor(likely: string, found: Set<string>) {
    this.#likely = new TextDecoder(likely);
    this.#found = found;
  }

  /** Returns the text that is complete; a line of another encoding waits for its end. */
  decode(chunk: Buffer): string {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    return this.#takeAll(false);
  }

  end(): string {
    return this.#takeAll(true);
  }

  #takeAll(isLast: boolean): string {
    let text = '';
    while (this.#rest.length > 0) {
      const piece =
        this.#utf16 === undefined ? this.#takePlain(isLast) : this.#takeUtf16(this.#utf16, isLast);
      if (piece === undefined) break;
      text += piece;
    }
    return text;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#isAtLineStart = isLineEnd(taken[length - 1]);
    return taken;
  }

  /** Takes whole lines that are UTF-8, else one line, else what is certain of a line that goes on; undefined for nothing. */
  #takePlain(isLast: boolean): string | undefined {
    const rest = this.#rest;
    this.#utf16 = this.#isAtLineStart ? utf16At(rest) : undefined;
    if (this.#utf16 !== undefined) return '';
    const lines = rest.subarray(
      0,
      Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn)) + 1,
    );
    if (lines.length > 0) return isUtf8(lines) ? this.#take(lines.length).toString() : this.#takeLines(lines);
    if (isLast || rest.length > longestLine) {
      const text = this.#decodeLine(rest, rest);
      this.#take(rest.length);
      return text;
    }
    const certain = rest.subarray(0, rest.length - incompleteLength(rest));
    return certain.length > 0 && isUtf8(certain) ? this.#take(certain.length).toString() : undefined;
  }

  /** Takes lines one by one, up to one that begins with the mark of UTF-16. */
  #takeLines(lines: Buffer): string {
    let text = '';
    let from = 0;
    for (let at = 0; at < lines.length; at += 1) {
      if (!isLineEnd(lines[at])) continue;
      text += this.#decodeLine(lines.subarray(from, at + 1), this.#rest.subarray(from));
      from = at + 1;
      if (utf16At(this.#rest.subarray(from)) !== undefined) break;
    }
    this.#take(from);
    return text;
  }

  #takeUtf16(utf16: Utf16, isLast: boolean): string | undefined {
    const rest = this.#rest;
    const isPlain = utf16.isLatin ? isPlainLine(rest, isLast) : false;
    if (isPlain === undefined) return undefined;
    if (isPlain) {
      this.#utf16 = undefined;
      this.#isAtLineStart = true;
      return '';
    }
    const end = utf16.lineEnd(rest);
    if (end === 0 && !isLast && rest.length <= longestLine) return undefined;
    this.#found.add(utf16.encoding);
    return utf16.decode(this.#take(end > 0 ? end : isLast ? rest.length : rest.length - (rest.length % 2)));
  }

  /** `rest` is the line with what is known of those after it. */
  #decodeLine(line: Buffer, rest: Buffer): string {
    if (isUtf8(line)) return line.toString();
    const bytes = line.toString('latin1');
    this.#isBinary ??= beginsBinary(rest);
    this.#isBinary ||= isBinary(line);
    this.#found.add(this.#isBinary ? 'binary' : this.#likely.encoding);
    if (this.#isBinary) return line.toString();
    return multiByte.has(this.#likely.encoding) ? this.#likely.decode(line) : this.#decodeMixed(bytes);
  }

  /** Decodes a line that has both, such as a file name in UTF-8 before text that is not. */
  #decodeMixed(bytes: string): string {
    // A C1 control would begin an escape sequence, which swallows what follows.
    const letters = (this.#letters ??= this.#likely.decode(everyByte).replace(/[\x80-\x9f]/g, '\ufffd'));
    return bytes.replace(beyondAscii, (found) =>
      found.length === 1 ? (letters[found.charCodeAt(0)] ?? '') : Buffer.from(found, 'latin1').toString(),
    );
  }
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** Bytes that are a character of UTF-8 (RFC 3629, 4), or one that is none. */
const beyondAscii =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g;

const multiByte: ReadonlySet<string> = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']);

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

/** Returns true for bytes that are no text before the first mark of UTF-16. */
function beginsBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, lookAhead);
  const marks = utf16Marks.map((mark) => start.indexOf(mark)).filter((at) => at >= 0);
  return isBinary(start.subarray(0, Math.min(start.length, ...marks)));
}

function isBinary(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** Returns the bytes at the end that begin a character of UTF-8 and may go on. */
function incompleteLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return whole > back ? back : 0;
  }
  return 0;
}

/** UTF-16 in one of its byte orders, from its mark on. */
class Utf16 {
  readonly encoding: 'utf-16le' | 'utf-16be';
  readonly #lineFeed: Buffer;
  /** True while its last line had hardly any other letters than Latin ones. */
  isLatin = false;

  constructor(encoding: Utf16['encoding']) {
    this.encoding = encoding;
    this.#lineFeed = Buffer.from(encoding === 'utf-16le' ? [lineFeed, 0] : [0, lineFeed]);
  }

  /** Returns where the first line ends; 0 where it goes on. */
  lineEnd(bytes: Buffer): number {
    let at = bytes.indexOf(this.#lineFeed);
    while (at % 2 === 1) at = bytes.indexOf(this.#lineFeed, at + 1);
    return at < 0 ? 0 : at + 2;
  }

  decode(line: Buffer): string {
    const text = new TextDecoder(this.encoding).decode(line);
    const latin = text.replace(/[^\0-\xff]/g, '').length;
    this.isLatin = latin * 2 > text.length;
    return text;
  }
}

function utf16At(bytes: Buffer): Utf16 | undefined {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfffe) return new Utf16('utf-16le');
  return mark === 0xfeff ? new Utf16('utf-16be') : undefined;
}

/**
 * Returns true for a line without the zeros that Latin text in UTF-16 has: another program wrote it, as in
 * `cat utf16.txt; echo done`. Returns undefined where more has to come.
 */
function isPlainLine(bytes: Buffer, isLast: boolean): boolean | undefined {
  const end = bytes.indexOf(lineFeed);
  if (end < 0 && !isLast) return bytes.includes(0) ? false : undefined;
  const line = bytes.subarray(0, end < 0 ? bytes.length : end + 1);
  if (line.includes(0) || !isUtf8(line)) return false;
  if (end === bytes.length - 1 && !isLast) return undefined;
  return bytes[line.length] !== 0;
}
