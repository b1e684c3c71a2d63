/**
 * How long a control must have stood in its place, with its content shown, before it decides; in milliseconds.
 */
export const armingTime = 500;

/** How near a resting pointer must be to count as being on a control, in CSS pixels. */
export const nearness = 16;

export type Point = { x: number; y: number };
export type Rect = { left: number; top: number; right: number; bottom: number };

/** `since` is null while the page is hidden; `place` is null for a control that only keys reach. */
type Control = { since: number | null; armed: boolean; place: Rect | null };

/** Controls that may decide, and the presses that have begun. Times are milliseconds of one clock. */
export type Arming = Presses & { controls: ReadonlyMap<string, Control> };

export type ArmingEvent =
  /** A control appeared, shows other content, or is visible again. */
  | { type: 'shown'; control: string; place: Rect | null; at: number }
  | { type: 'moved'; control: string; place: Rect; pointer: Point | null; at: number }
  | { type: 'gone'; control: string }
  | { type: 'page-hidden' }
  | { type: 'time-passed'; at: number }
  | PressEvent;

/**
 * An attempt to decide: by a pointer's click (`clicks` counts those of a double click), by Enter or Space on the
 * control, by a key handled elsewhere, or by software such as a screen reader.
 */
export type Attempt =
  | { by: 'pointer'; clicks: number }
  | { by: 'key' }
  | { by: 'handler'; at: number }
  | { by: 'software'; at: number };

export const nothingArmed: Arming = { controls: new Map(), pointer: null, key: null };

/** Returns the state after an event; the same object where nothing changes. */
export function afterEvent(state: Arming, event: ArmingEvent): Arming {
  switch (event.type) {
    case 'shown':
      return withControl(state, event.control, { since: event.at, armed: false, place: event.place });
    case 'moved':
      return afterMove(state, event);
    case 'gone':
      return { ...state, controls: new Map([...state.controls].filter(([id]) => id !== event.control)) };
    case 'page-hidden':
      return mapControls(state, (control) => ({ ...control, since: null, armed: false }));
    case 'time-passed':
      return mapControls(state, (control) => ({ ...control, armed: isDue(control, event.at) }));
    case 'pointer-down':
    case 'pointer-up':
    case 'pointer-cancelled':
    case 'key-down':
    case 'key-up':
      return afterPress(state, event);
  }
}

/**
 * Returns whether an attempt decides: the control is armed, and was when the press began on it. A control
 * that is not known decides nothing.
 */
export function mayDecide({ controls, pointer, key }: Arming, id: string, attempt: Attempt): boolean {
  const control = controls.get(id);
  if (!control?.armed) return false;
  const held = key !== null && key.repeated;
  switch (attempt.by) {
    case 'pointer':
      return attempt.clicks < 2 && pointer?.on === id && isDue(control, pointer.at);
    case 'key':
      return key?.on === id && !held && isDue(control, key.at);
    case 'handler':
      return !held && isDue(control, key?.at ?? attempt.at);
    case 'software':
      return isDue(control, attempt.at);
  }
}

/** Returns when the next control is to be armed; null where none waits. */
export function nextArming({ controls }: Arming): number | null {
  const waiting = [...controls.values()].flatMap(({ since, armed }) =>
    since === null || armed ? [] : [since + armingTime],
  );
  return waiting.length === 0 ? null : Math.min(...waiting);
}

export function armedControls({ controls }: Arming): Set<string> {
  return new Set([...controls].flatMap(([id, { armed }]) => (armed ? [id] : [])));
}

function isDue({ since }: Control, at: number): boolean {
  return since !== null && at - since >= armingTime;
}

/** Only a pointer that a control moves under starts the time anew; a press that began on it stays valid. */
function afterMove(
  state: Arming,
  { control: id, place, pointer, at }: ArmingEvent & { type: 'moved' },
): Arming {
  const control = state.controls.get(id);
  if (control === undefined) return state;
  const isHeld = state.pointer?.on === id && state.pointer.down;
  const surprises = control.since !== null && !isHeld && pointer !== null && isNear(place, pointer);
  return withControl(state, id, {
    place,
    since: surprises ? at : control.since,
    armed: control.armed && !surprises,
  });
}

function isNear({ left, top, right, bottom }: Rect, { x, y }: Point): boolean {
  return x >= left - nearness && x <= right + nearness && y >= top - nearness && y <= bottom + nearness;
}

function withControl(state: Arming, id: string, control: Control): Arming {
  return { ...state, controls: new Map(state.controls).set(id, control) };
}

function mapControls(state: Arming, change: (control: Control) => Control): Arming {
  return { ...state, controls: new Map([...state.controls].map(([id, control]) => [id, change(control)])) };
}

/** What a pointer or key went down on (null for no control), and when. */
type Press = { on: string | null; at: number };
/** A finger's click comes after it is lifted, so its press is kept until the next one. */
type PointerPress = Press & { pointerId: number; down: boolean };
type KeyPress = Press & { key: string; repeated: boolean };

/** The presses that have begun. Times are milliseconds of one clock. */
type Presses = { pointer: PointerPress | null; key: KeyPress | null };

type PressEvent =
  | { type: 'pointer-down'; pointerId: number; on: string | null; at: number }
  | { type: 'pointer-up'; pointerId: number }
  | { type: 'pointer-cancelled'; pointerId: number }
  | { type: 'key-down'; key: string; on: string | null; at: number; repeat: boolean }
  /** `key` is null for all keys, as when the window loses the focus. */
  | { type: 'key-up'; key: string | null; at: number };

/** Returns the state after a press has begun or ended; the same object where nothing changes. */
function afterPress<State extends Presses>(state: State, event: PressEvent): State {
  switch (event.type) {
    case 'pointer-down':
      return { ...state, pointer: { on: event.on, at: event.at, pointerId: event.pointerId, down: true } };
    case 'pointer-up':
      return withPointer(state, event.pointerId, (press) => ({ ...press, down: false }));
    case 'pointer-cancelled':
      return withPointer(state, event.pointerId, () => null);
    case 'key-down':
      return { ...state, key: keyPress(state.key, event) };
    case 'key-up':
      return endsKey(state.key, event) ? { ...state, key: null } : state;
  }
}

/** A repeating key that was never seen going down was pressed elsewhere, so it counts for nothing. */
function keyPress(before: KeyPress | null, event: PressEvent & { type: 'key-down' }): KeyPress {
  const { key, on, at, repeat } = event;
  if (!repeat) return { key, on, at, repeated: false };
  return { on: null, at, ...before, key, repeated: true };
}

function withPointer<State extends Presses>(
  state: State,
  pointerId: number,
  change: (press: PointerPress) => PointerPress | null,
): State {
  const { pointer } = state;
  return pointer?.pointerId === pointerId ? { ...state, pointer: change(pointer) } : state;
}

function endsKey(press: KeyPress | null, up: PressEvent & { type: 'key-up' }): boolean {
  return press !== null && (up.key === null || press.key === up.key) && press.at <= up.at;
}
