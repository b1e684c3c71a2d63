import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Timing } from '../../page-timing.ts';
import { afterPaint } from '../after-paint.ts';
import {
  afterEvent,
  type ArmingEvent,
  armedControls,
  type Attempt,
  mayDecide,
  nextArming,
  nothingArmed,
} from './arming.ts';
import { createControlPlaces, type DecidingElement } from './control-places.ts';
import { listenForPresses } from './press-listener.ts';

/** Keeps every control of the page that decides from doing so by accident. */
export type DecisionGuard = {
  /** The ids of the controls that may decide now. */
  readonly armed: StoreApi<ReadonlySet<string>>;
  /** Arms a control once it has been shown for long enough; returns what ends that. */
  watch(deciding: DecidingElement): () => void;
  /** Disarms every control while something covers them; what it returns starts their time anew. */
  cover(): () => void;
  /** True if the key that is being handled may decide for a card. */
  allowsCardKey(id: string): boolean;
  /** Returns how long ago the last key or button was pressed, in milliseconds. */
  sincePress(): number;
};

/** Listens on the page for as long as it lives. */
export function createDecisionGuard(page: Document, timing: Timing): DecisionGuard {
  const elements = new Map<string, DecidingElement>();
  const arming = createArmingState(timing, waitAnewIfInvisible);
  let pressedAt = Number.NEGATIVE_INFINITY;

  function apply(event: ArmingEvent): void {
    if (event.type === 'pointer-down' || event.type === 'key-down') pressedAt = event.at;
    arming.apply(event);
  }

  const places = createControlPlaces(elements, apply);
  const showOncePainted = afterNextPaint(page, show);

  function show(id: string, at: number): void {
    const deciding = elements.get(id);
    if (deciding !== undefined) apply({ type: 'shown', control: id, place: places.placeOf(deciding), at });
  }

  /** A list keeps what it still measures invisible. */
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

/** Holds the state and arms what is due; `beforeArming` is asked about each control that waits then. */
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

/** Tells of each id when what it stands for can be seen; those of one go at the same time. */
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
