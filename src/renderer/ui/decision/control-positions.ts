import type { ArmingEvent, Point, Rect } from './arming.ts';

/** A button in its place, or a card whose keys decide, wherever it is. */
export type DecidingElement = { id: string; element: Element; reachedBy: 'press' | 'card-keys' };

/** Smaller movements are ignored, in CSS pixels. */
const still = 1;

/** Observes the positions of deciding controls; without controls it observes nothing. */
export type ControlPositions = {
  /** The position of a control that is pressed; null for a card that keys decide about. */
  positionOf(deciding: DecidingElement): Rect | null;
  observe(element: Element): void;
  forget(id: string): void;
  /** Emits the movement of every control whose position changed. */
  look(): void;
  setPointer(at: Point): void;
};

/** A control moves when something scrolls or when an ancestor is resized, so all of these are observed. */
export function createControlPositions(
  controls: ReadonlyMap<string, DecidingElement>,
  emit: (event: ArmingEvent) => void,
): ControlPositions {
  const known = new Map<string, Rect>();
  const sizes = new ResizeObserver(look);
  let pointer: Point | null = null;

  function positionOf({ id, element, reachedBy }: DecidingElement): Rect | null {
    if (reachedBy === 'card-keys') return null;
    const place = element.getBoundingClientRect();
    known.set(id, place);
    return place;
  }

  function look(): void {
    const at = performance.now();
    for (const [id, control] of controls) {
      const before = known.get(id);
      const place = before === undefined ? null : positionOf(control);
      if (before === undefined || place === null || isSame(before, place)) continue;
      emit({ type: 'moved', control: id, place, pointer, at });
    }
  }

  return {
    positionOf,
    look,
    observe(element) {
      for (let around: Element | null = element; around !== null; around = around.parentElement)
        sizes.observe(around);
    },
    forget(id) {
      known.delete(id);
      if (controls.size === 0) sizes.disconnect();
    },
    setPointer(at) {
      pointer = at;
    },
  };
}

function isSame(a: Rect, b: Rect): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((edge) => Math.abs(a[edge] - b[edge]) < still);
}
