import type { Decision } from '../../../shared/previews/decision.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { CustomPreview } from '../../../shared/previews/preview.ts';
import { decidedOutcomeOf } from '../../../shared/previews/preview-state.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { reviewKind, type ReviewTypes } from '../review/review-kind.ts';
import { type CallResult, type CardKind, type CommonState, untouched } from '../store/card-kind.ts';

type CustomAction = PendingAction & { preview: CustomPreview };

/** A call of a custom tool that staged something of its own. */
export type CustomPart = StagingPart & { action: CustomAction };

type CustomCardState = CommonState<'custom', 'apply' | 'discard'> & { note: string };

export type CustomCardTypes = ReviewTypes & {
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
  ...reviewKind,
  settle({ note }, { action }) {
    return note === decidedOutcomeOf(action.state)?.userWords ? { note: '' } : {};
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
