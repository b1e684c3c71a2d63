import { useEffect } from 'react';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { isPlanPart } from '../cards/plan/plan-card-kind.ts';
import { PlanReader } from '../cards/plan/plan-reader.tsx';
import { isEditPart } from '../cards/preview/preview-card-state.ts';
import { HasEditorContext } from '../cards/preview/preview-files.tsx';
import { PreviewReader } from '../cards/preview/preview-reader.tsx';
import type { ReaderHead } from '../cards/review/review-view.tsx';
import { createCardStore } from '../cards/store/card-store.ts';
import { useHasEditor, useParley, useParleyState } from '../parley-context.tsx';
import { closePane, type PaneContent } from '../state/view-store.ts';
import { PaneHead } from './pane-head.tsx';
import { toolPartOfCall } from './tool-part-of-call.ts';
import { TurnPane } from './turn-pane.tsx';

/**
 * What is read as a diff or a plan: previews, and the changes of a turn. One lazy file, since most of it is
 * shared.
 */
export function ChangesPane({ content }: { content: Extract<PaneContent, { type: 'preview' | 'turn' }> }) {
  switch (content.type) {
    case 'preview':
      return <PreviewPane key={content.toolCallId} {...content} />;
    case 'turn':
      return <TurnPane key={content.messageId} {...content} />;
  }
}

type PreviewPaneProps = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** A preview of the open chat, whole and to be decided; closes with its chat, or once it is decided. */
function PreviewPane({ workspaceId, toolCallId }: PreviewPaneProps) {
  const { cardsOf, view, saveSettings } = useParley();
  const diffView = useParleyState(({ app }) => app?.settings.diffView ?? 'unified');
  const found = useParleyState((state) => toolPartOfCall(state, workspaceId, toolCallId));
  const part = found?.kind === 'preview' ? found : null;
  const hasEditor = useHasEditor();
  const isOver = part === null || part.action?.state.type === 'ended';
  useEffect(() => {
    if (isOver) closePane(view);
  }, [isOver, view]);
  if (part === null) return null;
  const store = cardsOf(workspaceId, createCardStore);
  if (isEditPart(part))
    return (
      <HasEditorContext value={hasEditor}>
        <PreviewReader
          {...{ part, store, diffView, head }}
          onDiffView={(diffView) => void saveSettings({ diffView })}
        />
      </HasEditorContext>
    );
  return isPlanPart(part) ? <PlanReader {...{ part, store, head }} /> : null;
}

function head({ title, icon, calling, about, tools }: ReaderHead) {
  return <PaneHead {...{ title, icon, calling, about }}>{tools}</PaneHead>;
}
