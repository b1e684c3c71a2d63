import { ArrowUp, Square, Paperclip } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { canStop } from '../state/composer/waiting-words.ts';
import { stopOrAsk } from '../state/composer/queue-intents.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const words = { ask: 'Ask before edits', 'auto-edits': 'Edit without asking' } as const;

/** Says who applies the agent's edits from the next preview on. Plans and marked files wait for the person either way. */
function ApprovalsControl({ workspace }: { workspace: Workspace }) {
  const { setApprovals } = useParley();
  const { id, approvals } = workspace;
  return (
    <select
      aria-label="Edits"
      title="Who applies the agent’s edits; plans, and files that run code later, hold secrets or steer agents, always wait for you"
      value={approvals}
      onChange={({ target }) => setApprovals(id, target.value === 'auto-edits' ? 'auto-edits' : 'ask')}
      className="hit max-w-40 min-w-0 truncate rounded-control bg-transparent px-1.5 text-second text-secondary hover:bg-hover hover:text-ink"
    >
      {Object.entries(words).map(([value, label]) => (
        <option key={value} value={value} className="bg-raised text-ink">
          {label}
        </option>
      ))}
    </select>
  );
}

const modes = [
  { value: 'plan', label: 'Plan', hint: 'Looks, asks and plans; changes nothing' },
  { value: 'exec', label: 'Exec', hint: 'Looks, and changes files by previews that you decide about' },
] as const;

type ComposerActionsProps = { workspace: Workspace; canSend: boolean; onFiles(files: File[]): void };

export function ComposerActions({ workspace, canSend, onFiles }: ComposerActionsProps) {
  const { id, mode } = workspace;
  const parley = useParley();
  const { setMode, sendMessage, requestCaret } = parley;
  const busy = canStop(workspace);

  const stopButton = useRef<HTMLButtonElement>(null);
  // A button that is no longer there can't keep the focus.
  useLayoutEffect(() => {
    if (!busy && document.activeElement === stopButton.current) requestCaret();
  }, [busy, requestCaret]);

  function send(): void {
    sendMessage(id);
    requestCaret();
  }

  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pb-2 short:p-1 short:min-[30rem]:flex-nowrap">
      <Segmented label="Mode" choices={modes} value={mode} onChoose={(chosen) => setMode(id, chosen)} />
      {mode === 'exec' ? <ApprovalsControl workspace={workspace} /> : null}
      <AttachButton onFiles={onFiles} />
      <div className="ms-auto flex items-center gap-2">
        {/* Its place is kept, so that nothing beside it moves when there is something to stop. */}
        <Button ref={stopButton} onClick={() => stopOrAsk(parley, id)} className={busy ? '' : 'invisible'}>
          <Square aria-hidden className="size-3 fill-current" />
          <span className="max-[26rem]:sr-only">Stop</span>
        </Button>
        <Button look="primary" disabled={!canSend} onClick={send}>
          <ArrowUp aria-hidden className="size-4" />
          Send
        </Button>
      </div>
    </div>
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
