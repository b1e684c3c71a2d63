import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import { focusWhenShown } from '../../cards/reveal-card.ts';
import { useParley, useParleyState, useView } from '../../parley-context.tsx';
import { showBranch } from '../../state/chat/branch-intents.ts';
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
  const arrows = useRequestedArrow(id);

  async function show(to: 'earlier' | 'later', messageId: MessageId): Promise<void> {
    // This row goes away, and its arrow with it.
    if (arrows.current !== null) focusMessageLog(arrows.current);
    if (await showBranch(parley, workspaceId, { messageId }))
      parley.view.setState({ requestedArrow: { messageId, to } });
  }

  const arrow = (to: 'earlier' | 'later', label: string, icon: ReactNode) => {
    const version = versions[index + (to === 'earlier' ? -1 : 1)];
    return (
      <IconButton
        label={label}
        title={working ? 'Once the agent is done' : label}
        icon={icon}
        data-to={to}
        disabled={working || version === undefined}
        onClick={() => version !== undefined && void show(to, version)}
      />
    );
  };
  return (
    <div
      ref={arrows}
      role="group"
      aria-label="Versions of this message"
      className="-mb-1 flex items-center gap-0.5 text-small text-secondary tabular-nums select-none"
    >
      {arrow('earlier', 'Earlier version', <ChevronLeft aria-hidden className="rtl:rotate-180" />)}
      <span>
        {index + 1} of {versions.length}
      </span>
      {arrow('later', 'Later version', <ChevronRight aria-hidden className="rtl:rotate-180" />)}
    </div>
  );
}

/**
 * Gives the focus to the arrow of the shown version that leads on the same way, or back at the last one, where the
 * person has not moved it elsewhere since.
 */
function useRequestedArrow(id: MessageId): RefObject<HTMLDivElement | null> {
  const { view } = useParley();
  const arrows = useRef<HTMLDivElement>(null);
  const to = useView(({ requestedArrow }) => (requestedArrow?.messageId === id ? requestedArrow.to : null));
  useEffect(() => {
    if (to === null || arrows.current === null) return;
    view.setState({ requestedArrow: null });
    const focused = document.activeElement;
    if (focused !== document.body && focused?.matches('[role=log]') !== true) return;
    focusWhenShown(() => {
      const all = [...(arrows.current?.querySelectorAll('button') ?? [])];
      const usable = all.filter(({ disabled }) => !disabled);
      return usable.find(({ dataset }) => dataset['to'] === to) ?? usable[0] ?? null;
    });
  }, [to, view]);
  return arrows;
}
