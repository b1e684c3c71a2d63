import { FileText, PanelLeft } from 'lucide-react';
import { memo, useId } from 'react';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { useParley, useParleyState } from './parley-context.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { VisibleText } from './ui/visible-text.tsx';
import { visibleText } from '../shared/hidden-characters.ts';

type ChatHeaderProps = {
  workspace: Workspace | undefined;
  narrow: boolean;
  /** True if the list is hidden until it is opened. */
  listHidden: boolean;
};

export const ChatHeader = memo(function ChatHeader({ workspace, narrow, listHidden }: ChatHeaderProps) {
  const { view } = useParley();
  const waitingId = useId();
  const waitingElsewhere = useParleyState(
    ({ app, openId }) =>
      app?.workspaces.filter(({ id, waiting }) => waiting > 0 && id !== openId).length ?? 0,
  );
  return (
    <header className="drag-region flex h-13 short:h-10 shrink-0 items-center gap-2 px-4">
      {listHidden && (
        <span className="relative -ms-2">
          <IconButton
            label="Show workspaces"
            icon={<PanelLeft aria-hidden />}
            aria-haspopup={narrow ? 'dialog' : undefined}
            aria-describedby={waitingElsewhere > 0 ? waitingId : undefined}
            onClick={() => view.setState(narrow ? { drawer: true } : { sidebar: true })}
          />
          {waitingElsewhere > 0 && (
            <>
              <span
                aria-hidden
                className="pointer-events-none absolute -end-1 -top-0.5 min-w-4.5 rounded-round bg-accent px-1 text-center text-small font-semibold text-on-accent tabular-nums forced-color-adjust-none"
              >
                {waitingElsewhere}
              </span>
              <span id={waitingId} hidden>
                {waitingElsewhere === 1
                  ? '1 other workspace waits for you'
                  : `${waitingElsewhere} other workspaces wait for you`}
              </span>
            </>
          )}
        </span>
      )}
      {/* Another heading for another chat: nothing shifts as a name gives way to one that is longer. */}
      <h1
        key={workspace?.id}
        title={workspace === undefined ? undefined : visibleText(workspace.folder, 'line')}
        className={
          workspace === undefined && !listHidden ? 'sr-only' : 'max-w-[60%] shrink-0 truncate font-semibold'
        }
      >
        <VisibleText text={workspace?.name ?? 'Parley'} layout="line" />
      </h1>
      {workspace !== undefined && workspace.plan !== null && <PlanButton workspace={workspace} />}
    </header>
  );
});

/** Leads to the chat's newest plan, wherever its card has gone. */
function PlanButton({ workspace }: { workspace: Workspace }) {
  const { view } = useParley();
  return (
    <IconButton
      label={visibleText(`Open plan: ${workspace.plan}`, 'line')}
      className="ms-auto -me-2"
      icon={<FileText aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => view.setState({ shownPlan: { workspaceId: workspace.id, actionId: null } })}
    />
  );
}
