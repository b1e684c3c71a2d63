import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToolCallId } from '../../../shared/ids.ts';
import { createDraftSaver, type DraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';
import type {
  CallResult,
  CallsOf,
  CardHandle,
  CardKind,
  CardTypes,
  CommonState,
  IntentsOf,
} from './card-kind.ts';
import type { CardCalls, CardKindOf, CardKinds, CardName, CardState } from './card-kinds.ts';

/**
 * The unsent state of every card of a chat, by tool call: it outlives the cards' rows. What is entered is
 * saved as it is entered, nothing is sent twice, and what could not be sent is kept.
 *
 * A new kind of card has its types (`CardTypes`) and its behaviour (`CardKind`, both in `card-kind.ts`) in the folder
 * of its card, and a name in `CardKinds`. It provides:
 * - the state that only it has, as it begins with what main kept (`initial`);
 * - how two unsaved changes of its input become one (`join`), and if main keeps those made just before the end;
 * - its intents, which read and write that state, `save` what is entered, and `send` what is decided;
 * - what is not unsent any more once the card has ended (`settle`);
 * - its calls to main, made in `src/renderer/state/card-stores.ts`.
 * Collapsing, saving, sending, failures, another try and undoing come with the store.
 */
export type CardStore = {
  cards: StoreApi<ReadonlyMap<ToolCallId, CardState>>;
  card<Name extends CardName>(kind: CardKindOf<Name>, part: CardKinds[Name]['part']): Card<CardKinds[Name]>;
};

/** Cards of one kind, from the first one on. */
type OneKind<Name extends CardName> = {
  cardOf?: (part: CardKinds[Name]['part']) => Card<CardKinds[Name]>;
};

/** `calls` are those of every kind of card that the store is to hold. */
export function createCardStore(calls: Partial<CardCalls>, timing: Timing): CardStore {
  const cards = createStore<ReadonlyMap<ToolCallId, CardState>>(() => new Map());
  const kinds: { [Name in CardName]: OneKind<Name> } = {
    question: {},
    preview: {},
    plan: {},
    custom: {},
    permission: {},
    form: {},
    run: {},
  };

  function statesOf<Name extends CardName>(name: Name): CardStates<CardKinds[Name]['state']> {
    return {
      get(id) {
        const card = cards.getState().get(id);
        return card !== undefined && isOf(name, card) ? card : undefined;
      },
      set: (id, card) => cards.setState(new Map(cards.getState()).set(id, card), true),
    };
  }

  return {
    cards,
    card<Name extends CardName>(kind: CardKindOf<Name>, part: CardKinds[Name]['part']) {
      const name: Name = kind.name;
      const ofKind: OneKind<Name> = kinds[name];
      const own: CardCalls[Name] | undefined = calls[name];
      if (own === undefined) throw new Error(`This store holds no card of the kind ${name}.`);
      ofKind.cardOf ??= createCardSlice<CardKinds[Name]>({
        kind,
        calls: own,
        states: statesOf(name),
        timing,
      });
      return ofKind.cardOf(part);
    },
  };
}

function isOf<Name extends CardName>(name: Name, card: CardState): card is CardKinds[Name]['state'] {
  return card.kind === name;
}

/** One card: its state, and the one way to change it. */
type Card<K extends CardTypes> = { read(): K['state']; intents: IntentsOf<K> };

/** The states of one kind's cards. */
type CardStates<State> = {
  get(id: ToolCallId): State | undefined;
  set(id: ToolCallId, state: State): void;
};

type SliceDeps<K extends CardTypes> = {
  kind: CardKind<K>;
  calls: CallsOf<K>;
  states: CardStates<K['state']>;
  timing: Timing;
};

/** The open work of the cards of one kind: changes to be saved, and calls that can be undone. */
type Slice<K extends CardTypes> = SliceDeps<K> & {
  saver: DraftSaver<ToolCallId, { part: K['part']; change: K['change'] }>;
  undoables: Map<ToolCallId, { cancel(): void; start(): void }>;
};

/** The cards of one kind: saving, sending, undoing, folding and ending are the same for all kinds. */
function createCardSlice<K extends CardTypes>(deps: SliceDeps<K>): (part: K['part']) => Card<K> {
  const { kind, calls, timing } = deps;
  const saver: Slice<K>['saver'] = createDraftSaver(
    (_, { part, change }) => calls.save(part, change),
    timing,
    (before, { part, change }) => ({ part, change: kind.join(before.change, change) }),
  );
  const slice: Slice<K> = { ...deps, saver, undoables: new Map() };
  return (part) => cardOf(slice, part);
}

function cardOf<K extends CardTypes>(slice: Slice<K>, part: K['part']): Card<K> {
  const { kind, calls, states, saver } = slice;
  const { toolCallId } = part;
  const read = () => states.get(toolCallId) ?? kind.initial(part);
  const write = (change: Partial<K['state']>) => states.set(toolCallId, { ...read(), ...change });
  const { cancel, ...sending } = sendingOf(slice, toolCallId, read);
  const intents = kind.intents({
    part,
    calls,
    read,
    write,
    save: (change, when) => saver.save(toolCallId, { part, change }, when),
    ...sending,
  });

  return {
    read,
    intents: {
      ...intents,
      setCollapsed: (collapsed) =>
        states.set(toolCallId, { ...read(), folded: { collapsed, ended: kind.hasEnded(part) } }),
      settled() {
        cancel();
        if (!kind.savesAfterEnd) saver.forget(toolCallId);
        const change = kind.settle(read(), part);
        if (isChange(read(), change)) write(change);
      },
    },
  };
}

type Sending<K extends CardTypes> = Pick<CardHandle<K>, 'send' | 'sendLater' | 'undo' | 'sendNow'> & {
  /** Prevents a call that can still be undone. */
  cancel(): void;
};

function sendingOf<K extends CardTypes>(
  { kind, states, timing, saver, undoables }: Slice<K>,
  id: ToolCallId,
  read: () => K['state'],
): Sending<K> {
  function enter(change: Partial<CommonState<K['name'], K['call']>>): void {
    states.set(id, { ...read(), ...change });
  }

  async function run(
    call: K['call'],
    calling: () => Promise<CallResult>,
    done: Partial<K['state']>,
  ): Promise<void> {
    enter({ phase: { type: 'sending', call }, failure: null });
    const result = await calling().catch((): CallResult => ({ ok: false, message: kind.brokenCall }));
    if (result.ok) enter({ ...done, phase: { type: 'sent', call } });
    else enter({ phase: { type: 'open' }, failure: result.message });
  }

  function cancel(): void {
    undoables.get(id)?.cancel();
    undoables.delete(id);
  }

  return {
    cancel,
    async send(call, calling, done = {}) {
      if (isUnderWay(read())) return;
      saver.flush();
      await run(call, calling, done);
    },
    sendLater(call, delay, calling) {
      if (isUnderWay(read())) return;
      saver.flush();
      enter({ phase: { type: 'undoable', call }, failure: null });
      const start = () => {
        undoables.delete(id);
        void run(call, calling, {});
      };
      undoables.set(id, { cancel: timing.after(delay, start), start });
    },
    undo() {
      cancel();
      if (read().phase.type === 'undoable') enter({ phase: { type: 'open' } });
    },
    sendNow() {
      const undoable = undoables.get(id);
      undoable?.cancel();
      undoable?.start();
    },
  };
}

function isUnderWay({ phase }: CommonState<string, string>): boolean {
  return phase.type === 'undoable' || phase.type === 'sending';
}

/** False if the state is so already: cards that have ended are told so whenever their rows come back. */
function isChange(state: object, change: object): boolean {
  const before = new Map(Object.entries<unknown>({ ...state }));
  return Object.entries<unknown>({ ...change }).some(([key, value]) => !isSame(before.get(key), value));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isEmptyList(one) && isEmptyList(other));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
