import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Timing } from '../../page-timing.ts';
import { afterPaint } from '../after-paint.ts';
import {
  afterEvent,
  armedControls,
  type ArmingEvent,
  type Attempt,
  mayDecide,
  nextArming,
  nothingArmed,
} from './arming.ts';
import { type ControlPositions, createControlPositions, type DecidingElement } from './control-positions.ts';

/** Keeps every deciding control of the page from acting by accident. */
export type DecisionGuard = {
  /** The ids of the controls that may decide now. */
  readonly armed: StoreApi<ReadonlySet<string>>;
  /** Arms a control once it has been shown long enough; returns a function that stops watching it. */
  watch(deciding: DecidingElement): () => void;
  /** Disarms every control while something covers them; the returned function starts their time anew. */
  cover(): () => void;
  /** True if the current key event may decide for a card. */
  allowsCardKey(id: string): boolean;
  /** Returns how long ago the last key or button was pressed, in milliseconds. */
  sincePress(): number;
};

export function createDecisionGuard(page: Document, timing: Timing): DecisionGuard {
  const elements = new Map<string, DecidingElement>();
  const arming = createArmingState(timing, waitAnewIfInvisible);
  let pressedAt = Number.NEGATIVE_INFINITY;

  function apply(event: ArmingEvent): void {
    if (event.type === 'pointer-down' || event.type === 'key-down') pressedAt = event.at;
    arming.apply(event);
  }

  const places = createControlPositions(elements, apply);
  const showOncePainted = afterNextPaint(page, show);

  function show(id: string, at: number): void {
    const deciding = elements.get(id);
    if (deciding !== undefined) apply({ type: 'shown', control: id, place: places.positionOf(deciding), at });
  }

  /** A windowed list keeps rows invisible until it has measured them. */
  function waitAnewIfInvisible(id: string, at: number): void {
    if (elements.get(id)?.element.checkVisibility({ visibilityProperty: true }) === false) show(id, at);
  }

  const disarm = () => apply({ type: 'page-hidden' });
  const showAll = () => {
    for (const id of elements.keys()) showOncePainted(id);
  };
  page.addEventListener('visibilitychange', () => (page.hidden ? disarm() : showAll()));
  listenForPresses(page, timing, { ...arming, apply, places });

  return {
    armed: arming.armed,
    watch(deciding) {
      const { id, element } = deciding;
      elements.set(id, deciding);
      places.observe(element);
      showOncePainted(id);
      return () => {
        elements.delete(id);
        places.forget(id);
        apply({ type: 'gone', control: id });
      };
    },
    cover() {
      disarm();
      return showAll;
    },
    allowsCardKey: (id) => arming.allows(id, { by: 'handler', at: performance.now() }),
    sincePress: () => performance.now() - pressedAt,
  };
}

/** Holds the state and arms controls when they are due, after calling `beforeArming` for each. */
function createArmingState(timing: Timing, beforeArming: (id: string, at: number) => void) {
  const armed = createStore<ReadonlySet<string>>(() => new Set());
  let state = nothingArmed;
  let stopTimer = () => {};

  function apply(event: ArmingEvent): void {
    const { controls } = state;
    state = afterEvent(state, event);
    if (state.controls !== controls) publish();
  }

  function publish(): void {
    const now = armedControls(state);
    const before = armed.getState();
    if (now.size !== before.size || [...now].some((id) => !before.has(id))) armed.setState(now, true);
    stopTimer();
    const next = nextArming(state);
    stopTimer = next === null ? () => {} : timing.after(Math.max(0, next - performance.now()), arm);
  }

  function arm(): void {
    const at = performance.now();
    for (const [id, control] of state.controls)
      if (control.since !== null && !control.armed) beforeArming(id, at);
    apply({ type: 'time-passed', at });
  }

  return {
    armed,
    apply,
    allows: (id: string, attempt: Attempt) => mayDecide(state, id, attempt),
    keyDown: () => state.key?.key ?? null,
  };
}

/** Emits each id after the next paint; those of one frame together. */
function afterNextPaint(page: Document, emit: (id: string, at: number) => void): (id: string) => void {
  let unpainted: Set<string> | null = null;
  return (id) => {
    if (unpainted === null) {
      const ids = (unpainted = new Set<string>());
      queueMicrotask(() => (unpainted = null));
      afterPaint(() => {
        const at = performance.now();
        if (!page.hidden) for (const painted of ids) emit(painted, at);
      });
    }
    unpainted.add(id);
  };
}

type PressJudge = {
  apply(event: ArmingEvent): void;
  allows(id: string, attempt: Attempt): boolean;
  places: Pick<ControlPositions, 'look' | 'setPointer'>;
  /** The key that is down. */
  keyDown(): string | null;
};

/** Elements that react to a click. */
const pressable = 'button, a[href], label, summary, [role=button], [role=radio], [role=checkbox], [role=tab]';

/**
 * Listens in the capture phase, before anything else in the page. Stops every click by which a control must not
 * decide, and the second click of a double click in a card where it would hit another control.
 */
function listenForPresses(page: Document, timing: Timing, judge: PressJudge): void {
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
  /** Controls that have moved since then moved while the pointer was at its old position. */
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
      // macOS sends no keyup for a key that is released while Command is down.
      const up = { type: 'key-up', key: key === 'Meta' ? null : key, at: timeStamp } as const;
      // Space makes its click right after its keyup.
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

/** A click with a count of 0 is made by a key or by software: a script, a screen reader, voice control. */
function attemptOf({ detail, isTrusted, timeStamp }: MouseEvent, judge: PressJudge): Attempt {
  if (!isTrusted) return { by: 'handler', at: timeStamp };
  if (detail > 0) return { by: 'pointer', clicks: detail };
  const key = judge.keyDown();
  return key === 'Enter' || key === ' ' ? { by: 'key' } : { by: 'software', at: timeStamp };
}

function isInCard(pressed: Element | null): boolean {
  return pressed !== null && pressed.closest('[data-tool-call-id]') !== null;
}
