import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { showBranch } from '../../state/chat/course-intents.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusMessageLog } from '../focus-message-log.ts';

type VersionArrowsProps = { workspaceId: WorkspaceId; id: MessageId; versions: readonly MessageId[] };

/** Switches between the versions of a message that was sent again, each with all that came after it. */
export function VersionArrows({ workspaceId, id, versions }: VersionArrowsProps) {
  const parley = useParley();
  const working = useParleyState(
    ({ app }) => app?.workspaces.find((known) => known.id === workspaceId)?.turn.status === 'working',
  );
  const index = versions.indexOf(id);
  const arrow = (label: string, icon: React.ReactNode, to: MessageId | undefined) => (
    <IconButton
      label={label}
      title={working ? 'Once the agent is done' : label}
      icon={icon}
      disabled={working || to === undefined}
      onClick={({ currentTarget }) => {
        if (to === undefined) return;
        focusMessageLog(currentTarget);
        void showBranch(parley, workspaceId, { messageId: to });
      }}
    />
  );
  return (
    <div
      role="group"
      aria-label="Versions of this message"
      className="-mb-1 flex items-center gap-0.5 text-small text-secondary tabular-nums select-none"
    >
      {arrow('Earlier version', <ChevronLeft aria-hidden className="rtl:rotate-180" />, versions[index - 1])}
      <span>
        {index + 1} of {versions.length}
      </span>
      {arrow('Later version', <ChevronRight aria-hidden className="rtl:rotate-180" />, versions[index + 1])}
    </div>
  );
}
