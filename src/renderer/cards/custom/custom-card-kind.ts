import type { Decision } from '../../../shared/previews/decision.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { CustomPreview } from '../../../shared/previews/preview.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { commonKind, type CommonTypes } from '../preview/common-kind.ts';
import { type CallResult, type CardKind, type CommonState, untouched } from '../store/card-kind.ts';

type CustomAction = PendingAction & { preview: CustomPreview };

/** A call of a custom tool that staged something of its own. */
export type CustomPart = StagingPart & { action: CustomAction };

type CustomCardState = CommonState<'custom', 'apply' | 'discard'> & { note: string };

/** Types of the card of what a custom tool staged. */
export type CustomCardTypes = CommonTypes & {
  name: 'custom';
  part: CustomPart;
  state: CustomCardState;
  call: 'apply' | 'discard';
  calls: { decide(action: CustomAction, decision: Decision): Promise<CallResult> };
  intents: { typeNote(note: string): void; apply(): void; discard(): void };
};

export const customCardKind: CardKind<CustomCardTypes> & { name: 'custom' } = {
  name: 'custom',
  initial: ({ unsent = noDraft }) => ({ kind: 'custom', ...untouched, note: unsent.note }),
  ...commonKind,
  settle({ note }, { action }) {
    const ending = endingOf(action.state);
    const words = ending === null || ending.type === 'superseded' ? null : ending.userWords;
    return note === words ? { note: '' } : {};
  },
  intents({ part, calls, read, write, save, send }) {
    const noted = () => read().note.trim();
    return {
      typeNote(note) {
        write({ note });
        save({ note }, 'soon');
      },
      apply() {
        const decision = { type: 'apply' as const, ...(noted() !== '' && { note: noted() }) };
        void send('apply', () => calls.decide(part.action, decision));
      },
      discard() {
        const decision = { type: 'discard' as const, ...(noted() !== '' && { reason: noted() }) };
        void send('discard', () => calls.decide(part.action, decision));
      },
    };
  },
};
