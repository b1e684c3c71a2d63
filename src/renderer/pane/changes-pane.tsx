import { useEffect } from 'react';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { outcomeOf } from '../../shared/previews/preview-state.ts';
import type { StagingPart } from '../../shared/transcript/transcript.ts';
import { isPlanPart } from '../cards/plan/plan-card-kind.ts';
import { isEditPart } from '../cards/preview/preview-card-state.ts';
import { HasEditorContext } from '../cards/preview/preview-files.tsx';
import { PreviewReader } from '../cards/preview/preview-reader.tsx';
import type { ReaderHead } from '../cards/review/review-view.tsx';
import { createCardStore } from '../cards/store/card-store.ts';
import { useHasEditor, useParley, useParleyState } from '../parley-context.tsx';
import { closePane, openPane, type PaneContent } from '../state/view-store.ts';
import { ChatChangesPane } from './chat-changes-pane.tsx';
import { PaneHead } from './pane-head.tsx';
import { PlanPane } from './plan-pane.tsx';
import { openPlan } from './plan-versions.ts';
import { RewindPane } from './rewind-pane.tsx';
import { toolPartOfCall } from './tool-part-of-call.ts';
import { TurnPane } from './turn-pane.tsx';

/**
 * What is read as a diff or a plan: previews, and the changes of a turn, of all since a message, or of a chat. One lazy file, since most of it is
 * shared.
 */
export function ChangesPane({
  content,
}: {
  content: Extract<PaneContent, { type: 'preview' | 'turn' | 'rewind' | 'chat' }>;
}) {
  switch (content.type) {
    case 'preview':
      return <PreviewPane key={content.toolCallId} {...content} />;
    case 'turn':
      return <TurnPane key={content.messageId} {...content} />;
    case 'rewind':
      return <RewindPane key={content.messageId} {...content} />;
    case 'chat':
      return <ChatChangesPane key={content.workspaceId} {...content} />;
  }
}

type PreviewPaneProps = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/**
 * A preview of the open chat, whole and to be decided; closes with its chat, or once it is decided. A plan that was
 * sent back or replaced stays for its next version.
 */
function PreviewPane({ workspaceId, toolCallId }: PreviewPaneProps) {
  const { cardsOf, view, saveSettings } = useParley();
  const diffView = useParleyState(({ app }) => app?.settings.diffView ?? 'unified');
  const found = useParleyState((state) => toolPartOfCall(state, workspaceId, toolCallId));
  const part = found?.kind === 'preview' ? found : null;
  const hasEditor = useHasEditor();
  const next = useParleyState((state) =>
    part !== null && wasSentBack(part) ? openPlan(state, workspaceId) : null,
  );
  const isWorking = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.turn.status !== 'idle',
  );
  const awaitsNext = part !== null && wasSentBack(part) && isWorking;
  const isOver = part === null || (part.action?.state.type === 'ended' && !awaitsNext);
  useEffect(() => {
    // What has the focus in this version goes with it.
    const pane = document.querySelector<HTMLElement>('[data-pane]');
    if (next !== null && pane?.contains(document.activeElement)) pane.focus({ preventScroll: true });
    if (next !== null) openPane(view, { type: 'preview', workspaceId, toolCallId: next, byItself: true });
    else if (isOver) closePane(view);
  }, [next, isOver, workspaceId, view]);
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
  return isPlanPart(part) ? <PlanPane {...{ workspaceId, part, store }} /> : null;
}

/** True for a plan of which another version may come. */
function wasSentBack({ action }: StagingPart): boolean {
  const outcome = action && action.preview.type === 'plan' ? outcomeOf(action.state)?.type : undefined;
  return outcome === 'refined' || outcome === 'superseded';
}

function head({ title, icon, calling, about, tools }: ReaderHead) {
  return <PaneHead {...{ title, icon, calling, about }}>{tools}</PaneHead>;
}
