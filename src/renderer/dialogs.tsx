import { memo, useEffect } from 'react';
import { PaletteDialog } from './commands/palette-dialog.tsx';
import { useOpenWorkspace, useParleyState, useView } from './parley-context.tsx';
import { loadFindBar } from './transcript/find/load-find-bar.ts';
import { lazyCard } from './ui/lazy-part.ts';
import { PartBoundary } from './ui/part-boundary.tsx';

const loadNewWorkspace = async () => (await import('./sidebar/new-workspace-dialog.tsx')).NewWorkspaceDialog;

const NewWorkspaceDialog = lazyCard(loadNewWorkspace);
const prepareAnswers = async () => (await import('./transcript/load-for-answers.ts')).loadForAnswers();

const StopDialog = lazyCard(async () => (await import('./composer/stop-dialog.tsx')).StopDialog);
const AllowedHereDialog = lazyCard(
  async () => (await import('./settings/permissions/allowed-here-dialog.tsx')).AllowedHereDialog,
);
const ChatFoldersDialog = lazyCard(
  async () => (await import('./sidebar/chat-folders-dialog.tsx')).ChatFoldersDialog,
);
const WorktreeDialog = lazyCard(
  async () => (await import('./bring-back/worktree-dialog.tsx')).WorktreeDialog,
);
const ExportDialog = lazyCard(
  async () => (await import('./transcript/export/export-dialog.tsx')).ExportDialog,
);
const PlanDialog = lazyCard(async () => (await import('./transcript/plan-dialog.tsx')).PlanDialog);

/** The open dialog, if any; each is loaded on first use. */
export const Dialogs = memo(function Dialogs() {
  useEffect(loadSoon, []);
  return (
    <PartBoundary fallback={null}>
      <OpenDialog />
      <ShownPlan />
    </PartBoundary>
  );
});

/**
 * Loads these dialogs early, since people type at once after opening one; then what answers are shown with, once
 * the open chat is there.
 */
function loadSoon(): () => void {
  const dialogs = [
    () => import('./commands/palette-results.tsx'),
    () => import('./commands/palette-search.ts'),
    loadFindBar,
    loadNewWorkspace,
  ];
  // What fails to load is tried again, and fails visibly, when it is needed.
  const load = (parts: readonly (() => Promise<unknown>)[]) => {
    for (const part of parts) void part().catch(() => undefined);
  };
  const timers = [setTimeout(load, 1_000, dialogs), setTimeout(load, 2_000, [prepareAnswers])];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

function ShownPlan() {
  const plan = useView(({ shownPlan }) => shownPlan);
  return plan === null ? null : <PlanDialog {...plan} />;
}

function OpenDialog() {
  const dialog = useView((view) => view.dialog);
  const openId = useParleyState((state) => state.openId);
  const workspace = useOpenWorkspace();
  switch (dialog) {
    case null:
      return null;
    case 'new-workspace':
      return <NewWorkspaceDialog />;
    case 'export':
      return workspace === undefined ? null : <ExportDialog workspace={workspace} />;
    case 'palette':
      return <PaletteDialog />;
    case 'allowed-here':
      return workspace === undefined ? null : <AllowedHereDialog workspace={workspace} />;
    case 'folders':
      return workspace === undefined ? null : <ChatFoldersDialog workspace={workspace} />;
    case 'merge':
    case 'commit':
    case 'push':
    case 'remove-worktree':
    case 'delete-worktree':
      return <WorktreeDialog {...{ dialog, workspace }} />;
    case 'stop':
      return openId === null ? null : <StopDialog workspaceId={openId} />;
  }
}
