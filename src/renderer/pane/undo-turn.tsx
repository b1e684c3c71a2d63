import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { TurnFile } from '../../shared/contract/turn-change-calls.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';

type UndoTurnProps = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  files: readonly TurnFile[];
  reading: boolean;
  onProblem(problem: string | null): void;
};

/** The foot of a turn's changes: how many of the files can be undone, and the button that does it. */
export function UndoTurn({ workspaceId, messageId, files, reading, onProblem }: UndoTurnProps) {
  const { companion, requestCaret } = useParley();
  const [sending, setSending] = useState(false);
  const free = files.filter(({ kept, inWay }) => kept === undefined && !inWay).length;

  async function undo(): Promise<void> {
    setSending(true);
    onProblem(null);
    try {
      await companion.client.workspace.undoTurn({ workspaceId, messageId });
      requestCaret();
    } catch (error) {
      onProblem(failureText(error));
    }
    setSending(false);
  }

  return (
    <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
      <p className="min-w-0 flex-1 text-second text-secondary">
        {reading ? '' : footWords(free, files.length)}
      </p>
      <DecidingButton
        about={`${messageId} ${free}`}
        off={reading || sending || free === 0}
        onClick={() => void undo()}
      >
        <Undo2 aria-hidden />
        Undo this turn
      </DecidingButton>
    </footer>
  );
}

function footWords(free: number, all: number): string {
  if (free === all)
    return all === 1 ? 'The file goes back to what it was' : 'All files go back to what they were';
  return all === 1 ? 'The file can’t be undone' : `${free} of ${all} files can be undone`;
}
