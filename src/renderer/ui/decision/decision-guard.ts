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
  /** Whether the key that is being handled may decide for a card. */
  allowsCardKey(id: string): boolean;
};

/** Listens on the page for as long as it lives. */
export function createDecisionGuard(page: Document, timing: Timing): DecisionGuard {
  const armed = createStore<ReadonlySet<string>>(() => new Set());
  const elements = new Map<string, DecidingElement>();
  const places = createControlPlaces(elements, apply);
  let state = nothingArmed;
  let stopTimer = () => {};
  let unpainted: Set<string> | null = null;

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

  /** A list keeps what it still measures invisible: that waits anew. */
  function arm(): void {
    const at = performance.now();
    for (const { id, element } of elements.values()) {
      const control = state.controls.get(id);
      const isWaiting = control !== undefined && control.since !== null && !control.armed;
      if (isWaiting && !element.checkVisibility({ visibilityProperty: true })) show(id, at);
    }
    apply({ type: 'time-passed', at });
  }

  function show(id: string, at: number): void {
    const deciding = elements.get(id);
    if (deciding !== undefined) apply({ type: 'shown', control: id, place: places.placeOf(deciding), at });
  }

  /** Counts from when the person can see it; what comes in one go is armed in one go. */
  function showOncePainted(id: string): void {
    if (unpainted === null) {
      const ids = (unpainted = new Set<string>());
      queueMicrotask(() => (unpainted = null));
      afterPaint(() => {
        const at = performance.now();
        if (!page.hidden) for (const painted of ids) show(painted, at);
      });
    }
    unpainted.add(id);
  }

  page.addEventListener('visibilitychange', () => {
    if (page.hidden) apply({ type: 'page-hidden' });
    else for (const id of elements.keys()) showOncePainted(id);
  });
  const allows = (id: string, attempt: Attempt) => mayDecide(state, id, attempt);
  listenForPresses(page, timing, { apply, allows, places, keyDown: () => state.key?.key ?? null });

  return {
    armed,
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
    allowsCardKey: (id) => allows(id, { by: 'handler', at: performance.now() }),
  };
}
