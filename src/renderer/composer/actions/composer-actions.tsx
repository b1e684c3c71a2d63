import { ArrowUp } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Mode, Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { stopOrAsk } from '../../state/composer/stop-or-ask.ts';
import { canStop } from '../../state/composer/waiting-text.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { AgentButton } from './agent-button.tsx';
import { besideOthers } from './beside-others.ts';
import { DeliberateChoice } from './deliberate-choice.tsx';
import { WhereItWorks } from './where-choice.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const ComposerExtras = lazyPart(async () => (await import('./composer-extras.tsx')).ComposerExtras);

const modes = [
  { value: 'plan', label: 'Plan', hint: 'Looks, asks and plans; changes nothing' },
  { value: 'exec', label: 'Edit', hint: 'Looks, and proposes changes that you decide about' },
] as const;

type ComposerActionsProps = {
  workspace: Workspace;
  /** True while there is something to send, even if it can't be sent yet. */
  hasEntry: boolean;
  /** True while it can still be chosen where the chat works. */
  isNew: boolean;
  canSend: boolean;
  onSend(): void;
  onFiles(files: File[]): void;
};

/**
 * The row under the message. Each part gets only what it shows, since a chat changes with every step of its turn.
 */
export function ComposerActions(props: ComposerActionsProps) {
  const { workspace, hasEntry, canSend, onSend, onFiles } = props;
  const { id, mode, waiting, agent, thinking, worktree } = workspace;
  // Where a worktree was removed, the line over the message offers both ways on.
  const isNew = props.isNew && !(worktree?.state === 'wanted' && worktree.removed);
  return (
    <div className="flex min-w-0 items-center gap-0.5 px-2 pt-1 pb-2 short:p-1">
      {agent.plans && <ModeChoice {...{ id, mode }} guarded={waiting > 0} />}
      <AgentButton
        name={agent.name}
        model={agent.model}
        inLoop={agent.inLoop}
        byItself={agent.byItself === true}
        thinking={agent.thinks ? thinking : 'off'}
      />
      <PartBoundary fallback={<span className="flex-1" />}>
        <ComposerExtras {...{ workspace, isNew, onFiles }} />
      </PartBoundary>
      {/* Beyond the empty room, so that nothing moves as it comes and goes. */}
      {isNew && (
        <span className={besideOthers}>
          <WhereItWorks workspace={workspace} />
        </span>
      )}
      <RoundButton {...{ workspace, hasEntry, canSend, onSend }} />
    </div>
  );
}

type ModeChoiceProps = { id: WorkspaceId; mode: Mode; guarded: boolean };

const ModeChoice = memo(function ModeChoice({ id, mode, guarded }: ModeChoiceProps) {
  const { setMode } = useParley();
  return (
    <DeliberateChoice guarded={guarded}>
      <Segmented label="Mode" choices={modes} value={mode} onChoose={(chosen) => setMode(id, chosen)} />
    </DeliberateChoice>
  );
});

/** The style of the round button; quiet while it is `Stop`. */
export const roundLook = (stops: boolean): string =>
  'hit-square inline-grid shrink-0 place-items-center rounded-round ' +
  'transition-opacity duration-(--t-fast) hover:not-disabled:opacity-85 active:not-disabled:opacity-75 ' +
  'disabled:cursor-default disabled:bg-selected disabled:text-tertiary forced-color-adjust-none ' +
  'forced-colors:border forced-colors:bg-[ButtonFace] forced-colors:text-[ButtonText] ' +
  `forced-colors:disabled:text-[GrayText] ${stops ? 'bg-selected text-ink' : 'bg-solid text-on-solid'}`;

type RoundButtonProps = Omit<ComposerActionsProps, 'isNew' | 'onFiles'>;

function RoundButton({ workspace, hasEntry, canSend, onSend }: RoundButtonProps) {
  const parley = useParley();
  const { requestCaret } = parley;
  const button = useRef<HTMLButtonElement>(null);
  const stops = canStop(workspace) && !hasEntry;
  // A disabled button can't keep the focus.
  useLayoutEffect(() => {
    if (!stops && document.activeElement === button.current) requestCaret();
  }, [stops, requestCaret]);

  return (
    <button
      ref={button}
      type="button"
      aria-label={stops ? 'Stop' : 'Send'}
      title={stops ? 'Stop' : 'Send'}
      disabled={!stops && !canSend}
      onClick={({ detail }) => {
        if (!stops) return onSend();
        // The second click of a double click was meant for `Send`.
        if (detail < 2) stopOrAsk(parley, workspace.id);
      }}
      className={`ms-1 ${roundLook(stops)}`}
    >
      {stops ? (
        <svg aria-hidden viewBox="0 0 12 12" className="size-3 fill-current pointer-coarse:size-3.5">
          <rect x="0.5" y="0.5" width="11" height="11" rx="2.5" />
        </svg>
      ) : (
        <ArrowUp aria-hidden className="size-4" />
      )}
    </button>
  );
}
