import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';

type UndoTurnButtonProps = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  /** The files that go back; none where there is nothing to undo. */
  paths: readonly string[];
  look?: ButtonLook;
  onProblem(problem: string | null): void;
};

export function UndoTurnButton({ workspaceId, messageId, paths, look, onProblem }: UndoTurnButtonProps) {
  const { companion, requestCaret } = useParley();
  const [sending, setSending] = useState(false);

  async function undo(): Promise<void> {
    setSending(true);
    onProblem(null);
    try {
      await companion.client.workspace.undoTurn({ workspaceId, messageId, paths: [...paths] });
      requestCaret();
    } catch (error) {
      onProblem(failureText(error));
    }
    setSending(false);
  }

  return (
    <DecidingButton
      {...(look && { look })}
      about={JSON.stringify([messageId, paths])}
      off={sending || paths.length === 0}
      onClick={() => void undo()}
    >
      <Undo2 aria-hidden />
      Undo this turn
    </DecidingButton>
  );
}
