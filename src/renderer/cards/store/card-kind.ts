import type { ToolCallId } from '../../../shared/ids.ts';

/** Phase of what the person sends: `undoable` until it can't be undone any more, `sent` once main has it. */
type CardPhase<Call extends string> =
  | { type: 'open' }
  | { type: 'undoable' | 'sending' | 'sent'; call: Call };

/** State that every card has, whatever its kind. */
export type CommonState<Name extends string, Call extends string> = {
  kind: Name;
  phase: CardPhase<Call>;
  /** Message of the last call that failed; the input is kept, so that it can be tried again. */
  failure: string | null;
  /** Last choice of the person to collapse or expand the card, and if it had ended by then. */
  folded: { collapsed: boolean; ended: boolean } | null;
};

/** The types of a kind of card. */
export type CardTypes = {
  name: string;
  /** Part of the transcript that the card shows. */
  part: { toolCallId: ToolCallId };
  /** A `CommonState`, with the unsent input and the view state of this kind. */
  state: CommonState<string, string>;
  /** Names of what the card sends. */
  call: string;
  /** Change of the unsent input, as main keeps it. */
  change: object;
  /** Calls to main that only this kind makes. */
  calls: object;
  /** Actions of a person that only this kind has. */
  intents: object;
};

export type Failed = { ok: false; message: string };
export type CallResult = { ok: true } | Failed;

/** Calls that a card makes outside itself. A rejected promise counts as a failure that can be tried again. */
export type CallsOf<K extends CardTypes> = K['calls'] & {
  /** Keeps what has changed; another window may know newer of the rest. */
  save(part: K['part'], change: K['change']): void;
};

/** Actions of a person on one card. */
export type IntentsOf<K extends CardTypes> = K['intents'] & {
  setCollapsed(collapsed: boolean): void;
  /** To be called when the card has ended: nothing more of it is sent. */
  settled(): void;
};

/** One card as its kind's intents change it. */
export type CardHandle<K extends CardTypes> = {
  part: K['part'];
  calls: CallsOf<K>;
  /** Returns the card's state; its initial one while nobody has touched it in this window. */
  read(): K['state'];
  write(change: Partial<K['state']>): void;
  /** Has a change saved, now or soon, together with what else was changed until then. */
  save(change: K['change'], when: 'now' | 'soon'): void;
  /** Sends what the person decided, unless something is on its way; `done` is written if that succeeds. */
  send(call: K['call'], run: () => Promise<CallResult>, done?: Partial<K['state']>): Promise<void>;
  /** The same after a delay in milliseconds, in which `undo` prevents it. */
  sendLater(call: K['call'], delay: number, run: () => Promise<CallResult>): void;
  undo(): void;
  /** Sends at once what `undo` would still prevent. */
  sendNow(): void;
};

/** Behaviour of a kind of card, beside what all cards have in common. */
export type CardKind<K extends CardTypes> = {
  name: K['name'];
  /** Returns the state of a card that nobody has touched in this window, made from what main kept. */
  initial(part: K['part']): K['state'];
  hasEnded(part: K['part']): boolean;
  /** Joins two changes that are not saved yet. */
  join(before: K['change'], change: K['change']): K['change'];
  /** True if main keeps what was typed just before the card ended. */
  savesAfterEnd: boolean;
  /** Message for a call that fails unexpectedly. */
  brokenCall: string;
  /** Returns how the card's state changes when it has ended; called again whenever its row comes back. */
  settle(state: K['state'], part: K['part']): Partial<K['state']>;
  intents(card: CardHandle<K>): K['intents'];
};

/** Common state of a card that nobody has touched. */
export const untouched = { phase: { type: 'open' }, failure: null, folded: null } as const;

/**
 * True for a card that the person collapsed, or that has ended; a choice from before the end counts no more after
 * it. `otherwise` is what holds without a choice.
 */
export function isCollapsed(
  { folded }: Pick<CommonState<string, string>, 'folded'>,
  ended: boolean,
  otherwise = ended,
): boolean {
  return folded !== null && folded.ended === ended ? folded.collapsed : otherwise;
}

export function isSending({ phase }: CommonState<string, string>): boolean {
  return phase.type === 'sending';
}
