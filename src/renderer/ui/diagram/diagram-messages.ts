/** How diagrams look: sizes and colours of the page, as CSS that any renderer of diagrams understands. */
export type DiagramLook = {
  scheme: 'light' | 'dark';
  fontFamily: string;
  /** In pixels. */
  fontSize: number;
  /** The file of the text font; null for a font of the system. */
  font: ArrayBuffer | null;
  /** As `#rrggbb`. */
  colours: Readonly<Record<DiagramColour, string>>;
  /** Colours for slices, branches and the like. */
  series: readonly string[];
};

/** `ground` is below the picture, `fill` in its shapes, `added` marks what is new. */
export type DiagramColour =
  | 'ground'
  | 'fill'
  | 'ink'
  | 'quiet'
  | 'edge'
  | 'line'
  | 'onSeries'
  | 'added'
  | 'addedFill';

/** From the page to its frame. */
export type DrawRequest = {
  type: 'draw';
  /** Repeated by the report about it. */
  number: number;
  text: string;
  /** The version before it, whose new parts are marked; null for none. */
  before: string | null;
  look: DiagramLook;
};

/** From the frame to its page. */
export type DrawReport =
  | { type: 'ready' }
  | { type: 'drawn'; number: number; width: number; height: number }
  | { type: 'failed'; number: number };

/** Widest and highest picture, in pixels. */
const mostPixels = 20_000;

/** Returns what a frame reported; null for anything else. */
export function reportOf(data: unknown): DrawReport | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'ready') return { type: 'ready' };
  if (!('number' in data) || typeof data.number !== 'number') return null;
  const { number } = data;
  if (data.type === 'failed') return { type: 'failed', number };
  if (data.type !== 'drawn' || !('width' in data) || !('height' in data)) return null;
  const { width, height } = data;
  return isLength(width) && isLength(height) ? { type: 'drawn', number, width, height } : null;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= mostPixels;
}
