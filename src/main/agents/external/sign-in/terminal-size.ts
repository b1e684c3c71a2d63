export type TerminalSize = { columns: number; rows: number };

/** Returns a size that programs can bear. */
export function inBounds({ columns, rows }: TerminalSize): { cols: number; rows: number } {
  return { cols: Math.min(500, Math.max(10, columns)), rows: Math.min(200, Math.max(3, rows)) };
}
