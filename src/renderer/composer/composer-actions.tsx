import { ArrowUp, Square } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { canStop } from '../state/composer/waiting-words.ts';
import { stopOrAsk } from '../state/composer/stop-or-ask.ts';
import { ApprovalsControl } from './approvals-control.tsx';
import { AttachButton } from './attach-button.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';

const modes = [
  { value: 'plan', label: 'Plan', hint: 'Looks, asks and plans; changes nothing' },
  { value: 'exec', label: 'Exec', hint: 'Looks, and changes files by previews that you decide about' },
] as const;

type ComposerActionsProps = { workspace: Workspace; canSend: boolean; onFiles(files: File[]): void };

export function ComposerActions({ workspace, canSend, onFiles }: ComposerActionsProps) {
  const { id, mode } = workspace;
  const parley = useParley();
  const { setMode, sendMessage, wantCaret } = parley;
  const busy = canStop(workspace);

  const stopButton = useRef<HTMLButtonElement>(null);
  // A button that is no longer there can't keep the focus.
  useLayoutEffect(() => {
    if (!busy && document.activeElement === stopButton.current) wantCaret();
  }, [busy, wantCaret]);

  function send(): void {
    sendMessage(id);
    wantCaret();
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
