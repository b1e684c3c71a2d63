import type { Timing } from '../../page-timing.ts';
import type { ArmingEvent, Attempt } from './arming.ts';
import type { ControlPlaces } from './control-places.ts';

/** Who judges the presses of a page. */
type PressJudge = {
  apply(event: ArmingEvent): void;
  allows(id: string, attempt: Attempt): boolean;
  places: Pick<ControlPlaces, 'look' | 'setPointer'>;
  /** The key that is down. */
  keyDown(): string | null;
};

/** Elements that a click does something on. */
const pressable = 'button, a[href], label, summary, [role=button], [role=radio], [role=checkbox], [role=tab]';

/**
 * Listens in the capture phase, ahead of everything in the page. Stops every click by which a control
 * must not decide, and the second one of a double click in a card where that meets something else.
 */
export function listenForPresses(page: Document, timing: Timing, judge: PressJudge): void {
  trackPointers(page, judge);
  trackKeys(page, timing, judge);
  let firstPressed: Element | null = null;
  page.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest(pressable) : null;
      const isStray = event.detail > 1 && pressed !== firstPressed && isInCard(pressed);
      if (event.detail <= 1) firstPressed = pressed;
      const id = controlAt(event.target);
      if (!isStray && (id === null || judge.allows(id, attemptOf(event, judge)))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function trackPointers(page: Document, { apply, places }: PressJudge): void {
  const options = { capture: true, passive: true };
  /** Controls that have moved since did so while the pointer was where it came from. */
  const follow = ({ clientX, clientY }: PointerEvent) => {
    places.look();
    places.setPointer({ x: clientX, y: clientY });
  };
  page.addEventListener('pointermove', follow, options);
  page.addEventListener('scroll', places.look, options);
  page.addEventListener(
    'pointerdown',
    (event) => {
      follow(event);
      const { pointerId, target, timeStamp } = event;
      apply({ type: 'pointer-down', pointerId, on: controlAt(target), at: timeStamp });
    },
    options,
  );
  page.addEventListener('pointerup', ({ pointerId }) => apply({ type: 'pointer-up', pointerId }), options);
  page.addEventListener(
    'pointercancel',
    ({ pointerId }) => apply({ type: 'pointer-cancelled', pointerId }),
    options,
  );
}

function trackKeys(page: Document, timing: Timing, { apply }: PressJudge): void {
  const options = { capture: true, passive: true };
  page.addEventListener(
    'keydown',
    ({ key, target, timeStamp, repeat, isTrusted }) => {
      if (isTrusted) apply({ type: 'key-down', key, on: controlAt(target), at: timeStamp, repeat });
    },
    options,
  );
  page.addEventListener(
    'keyup',
    ({ key, timeStamp }) => {
      // A Mac never tells of a key that comes up while Command is down.
      const up = { type: 'key-up', key: key === 'Meta' ? null : key, at: timeStamp } as const;
      // Space makes its click right after it has come up.
      if (key === ' ') timing.after(0, () => apply(up));
      else apply(up);
    },
    options,
  );
  window.addEventListener('blur', ({ timeStamp }) => apply({ type: 'key-up', key: null, at: timeStamp }));
}

function controlAt(target: EventTarget | null): string | null {
  const control = target instanceof Element ? target.closest('[data-decides]') : null;
  return control?.getAttribute('data-decides') ?? null;
}

/** Without a count a click is made by a key or by software: a script, a screen reader, voice control. */
function attemptOf({ detail, isTrusted, timeStamp }: MouseEvent, judge: PressJudge): Attempt {
  if (!isTrusted) return { by: 'handler', at: timeStamp };
  if (detail > 0) return { by: 'pointer', clicks: detail };
  const key = judge.keyDown();
  return key === 'Enter' || key === ' ' ? { by: 'key' } : { by: 'software', at: timeStamp };
}

function isInCard(pressed: Element | null): boolean {
  return pressed !== null && pressed.closest('[data-tool-call-id]') !== null;
}
