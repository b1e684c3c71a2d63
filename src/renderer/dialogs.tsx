import { lazy, memo, Suspense, useEffect } from 'react';
import { useParleyState, useView } from './parley-context.tsx';
import { loadFindBar } from './transcript/find/load-find-bar.ts';
import { NewWorkspaceDialog } from './sidebar/new-workspace-dialog.tsx';

const loadPalette = async () => ({ default: (await import('./commands/palette-dialog.tsx')).PaletteDialog });

const PaletteDialog = lazy(loadPalette);
const SettingsDialog = lazy(async () => ({
  default: (await import('./settings/settings-dialog.tsx')).SettingsDialog,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./commands/shortcuts-dialog.tsx')).ShortcutsDialog,
}));
const AboutDialog = lazy(async () => ({
  default: (await import('./settings/about-dialog.tsx')).AboutDialog,
}));
const StopDialog = lazy(async () => ({
  default: (await import('./composer/stop-dialog.tsx')).StopDialog,
}));
const LedgerDialog = lazy(async () => ({
  default: (await import('./ledger/ledger-dialog.tsx')).LedgerDialog,
}));
const PlanDialog = lazy(async () => ({
  default: (await import('./transcript/plan-dialog.tsx')).PlanDialog,
}));
const AgentDialog = lazy(async () => ({
  default: (await import('./settings/agent-dialog.tsx')).AgentDialog,
}));

/** The dialog that is open over the page, if one is; most are loaded when they are first wanted. */
export const Dialogs = memo(function Dialogs() {
  useEffect(loadPaletteSoon, []);
  return (
    <Suspense fallback={null}>
      <OpenDialog />
      <ShownPlan />
    </Suspense>
  );
});

/** Who opens the palette or a search types at once: what is typed must not land elsewhere while it loads. */
function loadPaletteSoon(): () => void {
  // One that does not load is tried again, and fails in sight, when it is wanted.
  const timer = setTimeout(() => {
    for (const load of [loadPalette, loadFindBar]) void load().catch(() => undefined);
  }, 1_000);
  return () => clearTimeout(timer);
}

function ShownPlan() {
  const plan = useView(({ shownPlan }) => shownPlan);
  return plan === null ? null : <PlanDialog {...plan} />;
}

function OpenDialog() {
  const dialog = useView((view) => view.dialog);
  const openId = useParleyState((state) => state.openId);
  switch (dialog) {
    case null:
      return null;
    case 'new-workspace':
      return <NewWorkspaceDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'agent':
      return <AgentDialog />;
    case 'palette':
      return <PaletteDialog />;
    case 'shortcuts':
      return <ShortcutsDialog />;
    case 'about':
      return <AboutDialog />;
    case 'ledger':
      return <LedgerDialog />;
    case 'stop':
      return openId === null ? null : <StopDialog workspaceId={openId} />;
  }
}
