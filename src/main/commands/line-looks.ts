import type { IBufferCell, IBufferLine } from '@xterm/headless';
import type { OutputLook, OutputMark } from '../../shared/transcript/command-run.ts';

/** Returns the spans of a terminal's row that are not plain, up to a length in cells; offsets begin at `at`. */
export function marksOf(row: IBufferLine, cells: number, at: number): OutputMark[] {
  const marks: OutputMark[] = [];
  let offset = at;
  let cell: IBufferCell | undefined;
  for (let x = 0; x < cells; x += 1) {
    cell = row.getCell(x, cell);
    if (cell === undefined) break;
    const length = cell.getWidth() === 0 ? 0 : cell.getChars().length || 1;
    if (!cell.isAttributeDefault()) addMark(marks, offset, offset + length, looksOf(cell));
    offset += length;
  }
  return marks;
}

/** Adds a span, joined to the one before where that has the same looks. */
function addMark(marks: OutputMark[], from: number, to: number, looks: OutputLook[]): void {
  if (looks.length === 0 || from === to) return;
  const last = marks.at(-1);
  if (last?.to === from && last.looks.join() === looks.join()) last.to = to;
  else marks.push({ from, to, looks });
}

function looksOf(cell: IBufferCell): OutputLook[] {
  const colour = cell.isFgPalette()
    ? paletteColour(cell.getFgColor())
    : cell.isFgRGB()
      ? nearestColour(cell.getFgColor())
      : undefined;
  return [
    ...(cell.isBold() || cell.isInverse() ? ['bold' as const] : []),
    ...(cell.isDim() ? ['dim' as const] : []),
    ...(colour === undefined ? [] : [colour]),
  ];
}

/** Black and white are the colours of plain text in one theme or the other. */
const basic: readonly (OutputLook | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
];

/** The colour of a terminal's palette: sixteen, a cube of 6 × 6 × 6, and greys. */
function paletteColour(index: number): OutputLook | undefined {
  if (index === 8) return 'dim';
  if (index < 16) return basic[index % 8];
  if (index > 231) return index < 245 ? 'dim' : undefined;
  const place = index - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const [red, green, blue] = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map(level);
  return nearestColour(((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0));
}

/** The name of a colour, by what it is made of; undefined for greys. */
function nearestColour(rgb: number): OutputLook | undefined {
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
  const most = Math.max(red, green, blue);
  const isStrong = (part: number) => part > most * 0.6;
  if (most - Math.min(red, green, blue) < 48) return undefined;
  if (isStrong(red) && isStrong(green)) return 'yellow';
  if (isStrong(red) && isStrong(blue)) return 'magenta';
  if (isStrong(green) && isStrong(blue)) return 'cyan';
  return most === red ? 'red' : most === green ? 'green' : 'blue';
}
