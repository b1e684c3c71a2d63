import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

type ColumnEdgeProps = {
  /** Accessible name, such as "Width of the sidebar". */
  label: string;
  /** The side of the column that the edge is on. */
  side: 'start' | 'end';
  width: number;
  least: number;
  most: number;
  onChange(width: number): void;
  /** Asks for the default width. */
  onReset(): void;
};

/** How far an arrow key moves the edge, in pixels. */
const step = 16;

/** The edge of a column, which is dragged or moved with the arrow keys. */
export function ColumnEdge({ label, side, width, least, most, onChange, onReset }: ColumnEdgeProps) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const grows = side === 'end' ? 1 : -1;
  const change = (next: number) => onChange(Math.round(Math.max(least, Math.min(next, most))));

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  }

  function onPointerMove(event: PointerEvent): void {
    if (from.current !== null) change(from.current.width + grows * (event.clientX - from.current.x));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = {
      ArrowLeft: width - grows * step,
      ArrowRight: width + grows * step,
      Home: least,
      End: most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
      className={
        `absolute inset-y-0 z-3 w-2 cursor-col-resize touch-none ${side === 'end' ? '-end-1' : '-start-1'} ` +
        'after:absolute after:inset-y-0 after:start-[3px] after:w-0.5 after:transition-colors after:duration-(--t-fast) ' +
        'hover:after:bg-pressed active:after:bg-control focus-visible:-outline-offset-2'
      }
    />
  );
}
