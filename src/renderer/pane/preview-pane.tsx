import { useEffect } from 'react';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { isPlanPart } from '../cards/plan/plan-part.ts';
import { PlanReader } from '../cards/plan/plan-reader.tsx';
import { isEditPart } from '../cards/preview/preview-part.ts';
import { HasEditorContext } from '../cards/preview/diff/file-row.tsx';
import { PreviewReader, type ReaderHead } from '../cards/preview/preview-reader.tsx';
import { createCardStore } from '../cards/store/card-store.ts';
import { useHasEditor, useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { toolPartOfCall } from './tool-part-of-call.ts';
import { PaneHead } from './pane-head.tsx';

type PreviewPaneProps = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** A staged change or a plan of the open chat, whole and to be decided; goes away with its chat, or decided. */
export function PreviewPane({ workspaceId, toolCallId }: PreviewPaneProps) {
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
