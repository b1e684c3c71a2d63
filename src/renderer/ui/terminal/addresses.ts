import type { IBuffer } from '@xterm/xterm';

/** An address of the web as programs print them, without what usually follows one in a sentence. */
const address = /https?:\/\/[^\s"'<>`{}|\\^]*[^\s"'<>`{}|\\^.,:;!?()[\]]/gi;

/** The rows at the end of the output that are looked at. */
const rowsLookedAt = 200;

/** Returns the address that a terminal shows last; null where it shows none. Rows that wrap are one line. */
export function lastAddress(buffer: IBuffer): string | null {
  const lines: string[] = [];
  const end = buffer.baseY + buffer.cursorY;
  for (let index = Math.max(0, end - rowsLookedAt); index <= end; index += 1) {
    const row = buffer.getLine(index);
    if (row === undefined) continue;
    const text = row.translateToString(true);
    if (row.isWrapped && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  const found = lines.join('\n').match(address)?.at(-1);
  return found === undefined ? null : webAddress(found);
}

/** Returns an address that may be opened, whole; null for anything but the web's. */
export function webAddress(text: string): string | null {
  const read = URL.parse(text);
  return read !== null && /^https?:$/.test(read.protocol) && read.username === '' && read.password === ''
    ? read.href
    : null;
}
