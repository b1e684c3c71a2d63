import type { EntryValue, FormAnswer, FormDraft } from '../../../shared/forms/form.ts';
import type { FormField } from '../../../shared/forms/form-field.ts';
import { keptEntries } from '../../../shared/forms/secrets.ts';
import {
  type CallResult,
  type CardKind,
  type CommonState,
  isCollapsed,
  isSending,
  untouched,
} from '../store/card-kind.ts';
import { type FormPart, hasEnded, isOpened } from './form-part.ts';

/** Unsent input of a card, and its view state in this window. */
export type FormCardState = CommonState<'form', FormCall> & {
  /** The fields that were touched, secrets included; these are in the window alone. */
  entries: FormDraft;
  /** True once the person tried to send it, from when problems stand at their fields. */
  tried: boolean;
};

type FormCall = FormAnswer['action'] | 'finish';

/** Types of the card of a form or link. */
export type FormCardTypes = {
  name: 'form';
  part: FormPart;
  state: FormCardState;
  call: FormCall;
  change: { entries: FormDraft };
  calls: {
    answer(part: FormPart, answer: FormAnswer): Promise<CallResult>;
    finish(part: FormPart): Promise<CallResult>;
    /** Opens an address in the system's browser. */
    open(address: string): void;
  };
  intents: FormIntents;
};

export type FormIntents = {
  enter(field: FormField, value: EntryValue): void;
  /** Notes that it was tried to send a form that breaks a rule. */
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
    return { entries: part.form.settlement?.ending.type === 'accepted' ? [] : kept(part, state.entries) };
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
