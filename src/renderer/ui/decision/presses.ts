/** The control that a pointer or a key went down on, null for anything else, and when it did. */
type Press = { on: string | null; at: number };
/** A finger's click comes a while after it is up: its press is remembered until the next one. */
type PointerPress = Press & { pointerId: number; down: boolean };
type KeyPress = Press & { key: string; repeated: boolean };

/** The presses that have begun. Times are milliseconds of one clock. */
export type Presses = { pointer: PointerPress | null; key: KeyPress | null };

export type PressEvent =
  | { type: 'pointer-down'; pointerId: number; on: string | null; at: number }
  | { type: 'pointer-up'; pointerId: number }
  | { type: 'pointer-cancelled'; pointerId: number }
  | { type: 'key-down'; key: string; on: string | null; at: number; repeat: boolean }
  /** `key` is null for all of them, as when the window loses the focus. */
  | { type: 'key-up'; key: string | null; at: number };

/** Returns the state after a press has begun or ended; the same object where nothing changes. */
export function afterPress<State extends Presses>(state: State, event: PressEvent): State {
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

/** A key that repeats without having been seen going down was pressed elsewhere, whenever that was. */
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
