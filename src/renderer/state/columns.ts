/** In pixels; `pane` is null until the person has dragged its edge. */
export type Columns = { sidebarShown: boolean; sidebar: number; pane: number | null };

export const sidebarWidths = { least: 200, most: 400, usual: 264 };

/** `least` in pixels; `mostShare` of the window. */
export const paneWidths = { least: 360, mostShare: 0.6 };

/** The room left for list and conversation beside a pane whose edge nobody dragged. */
const besidePane = sidebarWidths.usual + 380;

/** Returns a pane's width; half of the window until the person has dragged its edge. */
export function paneWidth(drawn: number | null, windowWidth: number): number {
  const { least, mostShare } = paneWidths;
  const usual = Math.min(Math.round(windowWidth / 2), windowWidth - besidePane);
  return within(drawn ?? usual, least, Math.round(windowWidth * mostShare));
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

const place = 'parley-columns';

const usual: Columns = { sidebarShown: true, sidebar: sidebarWidths.usual, pane: null };

/**
 * Reads the widths from a storage, defaults without one, before main has been asked, so that nothing moves later.
 */
export function readColumns(storage: Pick<Storage, 'getItem'> | undefined): Columns {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(place) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return usual;
    const { sidebarShown, sidebar, pane }: Partial<Record<keyof Columns, unknown>> = kept;
    const { least, most } = sidebarWidths;
    return {
      sidebarShown: sidebarShown !== false,
      sidebar: typeof sidebar === 'number' ? within(sidebar, least, most) : usual.sidebar,
      pane: typeof pane === 'number' ? Math.max(pane, paneWidths.least) : null,
    };
  } catch {
    return usual;
  }
}

export function writeColumns(storage: Pick<Storage, 'setItem'>, columns: Columns): void {
  try {
    storage.setItem(place, JSON.stringify(columns));
  } catch {
    // A browser may forbid storage; the defaults are used then.
  }
}
