import { lazyPart } from '../ui/lazy-part.ts';
import { ArrowUp, ChevronDown, Paperclip, ShieldCheck } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { stopOrAsk } from '../state/composer/stop-or-ask.ts';
import { canStop } from '../state/composer/waiting-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { AgentButton } from './agent-button.tsx';

const ContextRing = lazyPart(async () => (await import('./context-ring.tsx')).ContextRing);

const modes = [
  { value: 'plan', label: 'Plan', hint: 'Looks, asks and plans; changes nothing' },
  { value: 'exec', label: 'Edit', hint: 'Looks, and changes files by previews that you decide about' },
] as const;

type ComposerActionsProps = {
  workspace: Workspace;
  /** True while there is something to send, sendable yet or not. */
  hasEntry: boolean;
  canSend: boolean;
  onSend(): void;
  onFiles(files: File[]): void;
};

/** The quiet row under the message: how the agent works, who it is, what goes along, and the one button. */
export function ComposerActions({ workspace, hasEntry, canSend, onSend, onFiles }: ComposerActionsProps) {
  const { id, mode } = workspace;
  const { setMode } = useParley();
  return (
    <div className="flex min-w-0 items-center gap-0.5 px-2 pt-1 pb-2 short:p-1">
      <Segmented label="Mode" choices={modes} value={mode} onChoose={(chosen) => setMode(id, chosen)} />
      <AgentButton workspace={workspace} />
      <ApprovalsChoice workspace={workspace} />
      <AttachButton onFiles={onFiles} />
      <span className="flex-1" />
      <Suspense>{hasUsed(workspace) && <ContextRing workspace={workspace} />}</Suspense>
      <RoundButton {...{ workspace, hasEntry, canSend, onSend }} />
    </div>
  );
}

function hasUsed({ usage: { chat } }: Workspace): boolean {
  return chat.input + chat.output > 0;
}

const approvalWords = { ask: 'Ask before edits', 'auto-edits': 'Edit without asking' } as const;

/** Says who applies the agent's edits from the next preview on. Plans and marked files wait for the person either way. */
function ApprovalsChoice({ workspace: { id, approvals } }: { workspace: Workspace }) {
  const { setApprovals } = useParley();
  const hint =
    'Who applies the agent’s edits; plans, and files that run code later, hold secrets or steer agents, always wait for you';
  return (
    <span
      className={
        'hit relative inline-flex shrink-0 items-center gap-1 rounded-control px-2 text-second text-secondary ' +
        'hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus'
      }
    >
      <ShieldCheck aria-hidden className="size-4 @min-[36rem]:hidden" />
      <span aria-hidden className="@max-[36rem]:hidden">
        {approvalWords[approvals]}
      </span>
      <ChevronDown aria-hidden className="size-3.5 text-tertiary @max-[36rem]:hidden" />
      <select
        aria-label="Edits"
        title={hint}
        value={approvals}
        onChange={({ target }) => setApprovals(id, target.value === 'auto-edits' ? 'auto-edits' : 'ask')}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {Object.entries(approvalWords).map(([value, label]) => (
          <option key={value} value={value} className="bg-raised text-ink">
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

type RoundButtonProps = Omit<ComposerActionsProps, 'onFiles'>;

/** Sends; while the agent can be stopped and nothing is written, stops it. */
function RoundButton({ workspace, hasEntry, canSend, onSend }: RoundButtonProps) {
  const parley = useParley();
  const { requestCaret } = parley;
  const button = useRef<HTMLButtonElement>(null);
  const stops = canStop(workspace) && !hasEntry;
  // A button with nothing left to do can't keep the focus.
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
        // The second click of a double click was meant for Send.
        if (detail < 2) stopOrAsk(parley, workspace.id);
      }}
      className={
        'hit-square ms-1 inline-grid shrink-0 place-items-center rounded-round ' +
        'transition-opacity duration-(--t-fast) hover:not-disabled:opacity-85 active:not-disabled:opacity-75 ' +
        'disabled:cursor-default disabled:bg-selected disabled:text-tertiary forced-color-adjust-none ' +
        'forced-colors:border forced-colors:bg-[ButtonFace] forced-colors:text-[ButtonText] ' +
        `forced-colors:disabled:text-[GrayText] ${stops ? 'bg-selected text-ink' : 'bg-solid text-on-solid'}`
      }
    >
      {stops ? (
        <span aria-hidden className="size-2.75 bg-current" />
      ) : (
        <ArrowUp aria-hidden className="size-4" />
      )}
    </button>
  );
}

/** Opens the system's choice of files. */
function AttachButton({ onFiles }: { onFiles(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach" icon={<Paperclip aria-hidden />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
