import type { WorkspaceId } from '../../../shared/ids.ts';
import { HasEditorContext } from '../../cards/preview/preview-files.tsx';
import { fitsOnCard } from '../../cards/diff/shown-hunks.ts';
import { PreviewCard } from '../../cards/preview/preview-card.tsx';
import type { PreviewPart } from '../../cards/preview/preview-card-state.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useAgentName, useHasEditor, useParley, useView } from '../../parley-context.tsx';
import { openPane } from '../../state/view-store.ts';
import { useOpensBeside } from './use-opens-beside.ts';

type PreviewCallProps = {
  workspaceId: WorkspaceId;
  part: PreviewPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

export function PreviewCall({ workspaceId, part, nth, position, onNext }: PreviewCallProps) {
  const { cardsOf, view, afterDecision } = useParley();
  const agent = useAgentName(workspaceId);
  const { toolCallId } = part;
  const paneOpen = useView(({ pane }) => pane?.type === 'preview' && pane.toolCallId === toolCallId);
  const isCut = !fitsOnCard(part.action.preview.files);
  useOpensBeside({ workspaceId, toolCallId, action: part.action, isCut });
  const hasEditor = useHasEditor();
  return (
    <HasEditorContext value={hasEditor}>
      <PreviewCard
        {...{ part, nth, agent, position, onNext, paneOpen }}
        store={cardsOf(workspaceId, createCardStore)}
        onDecided={afterDecision}
        onRead={() => openPane(view, { type: 'preview', workspaceId, toolCallId })}
      />
    </HasEditorContext>
  );
}
