import type { Decision, FileEdit } from '../../src/shared/previews/decision.ts';
import type { PendingAction, PreviewOutcome } from '../../src/shared/previews/pending-action.ts';
import { noDraft } from '../../src/shared/previews/no-draft.ts';
import type { PreviewDraft, PreviewDraftChange } from '../../src/shared/previews/preview-draft.ts';
import { previewCardKind } from '../../src/renderer/cards/preview/preview-card-kind.ts';
import { isEditPart, type PreviewPart } from '../../src/renderer/cards/preview/preview-card-state.ts';
import type { CallResult } from '../../src/renderer/cards/store/card-kind.ts';
import { actionOf, ended } from '../../gallery/fixtures/sample-previews.ts';
import { oneLine } from '../../gallery/fixtures/sample-files.ts';
import { cardStoreWith } from './card-store.ts';
import { manualClock } from './question-cards.ts';
import { toolCall } from './transcript-samples.ts';

/** The card of a preview with what it has saved and sent; each call ends as `ends` says. */
export function previewWith(unsent?: Partial<PreviewDraft>, proposed = 'proposed') {
  const time = manualClock();
  const saved: PreviewDraftChange[] = [];
  const sent: { fingerprint: string; decision: Decision }[] = [];
  const ends = {
    decide: (): Promise<CallResult> => Promise.resolve({ ok: true }),
    fingerprint: 'as-shown',
    opened: { ok: true } as CallResult,
  };
  const store = cardStoreWith(
    {
      preview: {
        save: (_, change) => saved.push(change),
        decide(_, fingerprint, decision) {
          sent.push({ fingerprint, decision });
          return ends.decide();
        },
        undo: () => Promise.resolve({ ok: true }),
        redo: () => Promise.resolve({ ok: true }),
        refresh: () => Promise.resolve({ ok: true }),
        filesInWay: () => Promise.resolve(['a.txt']),
        openInEditor: () => Promise.resolve(ends.opened),
        proposedText: () => Promise.resolve({ ok: true, text: proposed, fingerprint: ends.fingerprint }),
        diffOfEdit: (_, { path }: FileEdit) => Promise.resolve({ ok: true, diff: { ...oneLine, path } }),
      },
    },
    time,
  );
  const { read, intents } = store.card(previewCardKind, previewPart(unsent));
  /** Waits until the card matches. */
  const until = (matches: (card: ReturnType<typeof read>) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => matches(read()) && resolve();
      store.cards.subscribe(look);
      look();
    });
  return { read, intents, saved, sent, ends, time, until };
}

export function previewPart(unsent?: Partial<PreviewDraft>): PreviewPart {
  const action: PendingAction = actionOf([{ ...oneLine, path: 'a.txt' }]);
  const part = {
    ...toolCall('call', 'edit_file'),
    kind: 'preview' as const,
    action,
    ...(unsent && { unsent: { ...noDraft, ...unsent } }),
  };
  if (!isEditPart(part)) throw new Error('it stages a change');
  return part;
}

/** The state of an action with that outcome. */
export const endedBy = (outcome: PreviewOutcome) => ended(outcome);
