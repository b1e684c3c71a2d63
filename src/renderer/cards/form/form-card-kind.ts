import type { EntryValue, Form, FormAnswer, FormDraft, FormField } from '../../../shared/forms/form.ts';
import { keptEntries } from '../../../shared/forms/secrets.ts';
import type { ToolCallId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import {
  type CallResult,
  type CardKind,
  type CommonState,
  type IntentsOf,
  isCollapsed,
  isSending,
  untouched,
} from '../store/card-kind.ts';

export type FormCardState = CommonState<'form', FormCall> & {
  /** The fields that were touched, secrets included, which are kept in this window alone. */
  entries: FormDraft;
  /** True once the person tried to send it; problems are shown from then on. */
  tried: boolean;
};

type FormCall = FormAnswer['action'] | 'finish';

export type FormCardTypes = {
  name: 'form';
  part: FormPart;
  state: FormCardState;
  call: FormCall;
  change: { entries: FormDraft };
  calls: {
    answer(part: FormPart, answer: FormAnswer): Promise<CallResult>;
    finish(part: FormPart): Promise<CallResult>;
    open(address: string): void;
  };
  intents: FormIntents;
};

/** What the body of a form's card gets. */
export type FormBodyProps = { part: FormPart; card: FormCardState; intents: IntentsOf<FormCardTypes> };

type FormIntents = {
  enter(field: FormField, value: EntryValue): void;
  showProblems(): void;
  send(): void;
  /** Agrees to open an address, and opens it once that is stored. */
  open(address: string): void;
  openAgain(address: string): void;
  decline(): void;
  cancel(): void;
  finish(): void;
};

export const formCardKind: CardKind<FormCardTypes> & { name: 'form' } = {
  name: 'form',
  initial: ({ form }) => ({ kind: 'form', ...untouched, entries: form.draft ?? [], tried: false }),
  hasEnded,
  join: (_, change) => change,
  savesAfterEnd: false,
  brokenCall: 'Your answer could not be sent. What you entered is kept; try again.',
  settle(state, part) {
    return { entries: part.form.settlement?.outcome.type === 'accepted' ? [] : kept(part, state.entries) };
  },
  intents: ({ part, calls, read, write, save, send }) => {
    function answer(given: FormAnswer): void {
      void send(given.action, () => calls.answer(part, given));
    }

    return {
      enter({ id }, value) {
        if (isSending(read())) return;
        const entries = [...read().entries.filter((entry) => entry.id !== id), { id, value }];
        write({ entries });
        save({ entries: kept(part, entries) }, typeof value === 'string' ? 'soon' : 'now');
      },
      showProblems() {
        write({ tried: true });
      },
      send: () => answer({ action: 'accept', entries: read().entries }),
      open(address) {
        void send('accept', async () => {
          const result = await calls.answer(part, { action: 'accept', entries: [] });
          if (result.ok) calls.open(address);
          return result;
        });
      },
      openAgain: (address) => calls.open(address),
      decline: () => answer({ action: 'decline' }),
      cancel: () => answer({ action: 'cancel' }),
      finish() {
        void send('finish', () => calls.finish(part));
      },
    };
  },
};

function kept({ form: { subject } }: FormPart, entries: FormDraft): FormDraft {
  return subject.type === 'fields' ? keptEntries(subject.fields, entries) : [];
}

/** True if the card is collapsed: as the person chose, else once it has ended. */
export function isFormCollapsed(card: FormCardState, part: FormPart): boolean {
  const ended = hasEnded(part);
  return isCollapsed(card, ended, ended && !isOpened(part));
}

/** A call that asked a person to fill in or open something. */
export type FormsPart = ToolPart & { forms: Form[] };

/**
 * One form or link of a call; `done` once the call has its result. A call may ask several, so the key of a card's
 * state, which is called `toolCallId` for every kind, is made of both.
 */
export type FormPart = { toolCallId: ToolCallId; call: ToolCallId; form: Form; done: boolean };

/** Returns a form of a call as its card takes it. */
export function formPart(call: ToolCallId, form: Form, done: boolean): FormPart {
  const key = `${call} ${form.id}`;
  if (!isKey(key)) throw new Error('A form has no name.');
  return { toolCallId: key, call, form, done };
}

function isKey(key: string): key is ToolCallId {
  return key !== '';
}

/** True for a call whose forms have cards: any but one that waits for a permission first. */
export function showsForms(part: ToolPart): part is FormsPart {
  return part.forms !== undefined && part.forms.length > 0 && part.permission?.settlement !== null;
}

/** True for a link that was opened and nobody has called done yet. */
export function isOpened({ form, done }: Pick<FormPart, 'form' | 'done'>): boolean {
  const { subject, settlement, finished } = form;
  return subject.type === 'link' && settlement?.outcome.type === 'accepted' && finished === null && !done;
}

/** True once there is nothing left to do for the person. */
export function hasEnded(part: Pick<FormPart, 'form' | 'done'>): boolean {
  return part.form.settlement !== null && !isOpened(part);
}
