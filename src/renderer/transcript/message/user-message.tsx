import { Pencil } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { UserMessage } from '../../../shared/transcript/transcript.ts';
import { useParley } from '../../parley-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EditMessage } from './edit-message.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageAttachments } from './message-attachments.tsx';
import { MessageBubble } from './message-bubble.tsx';

type UserMessageRowProps = { workspaceId: WorkspaceId; message: UserMessage };

export function UserMessageRow({ workspaceId, message }: UserMessageRowProps) {
  const { edits, editMessage, leaveEdit } = useParley();
  const edit = useStore(edits, (all) => all[message.id]);
  const frame = useRef<HTMLDivElement>(null);

  function leave(): void {
    leaveEdit(message.id);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  }

  return (
    <div ref={frame} className="flex flex-col items-end gap-1">
      <h2 className="sr-only">You</h2>
      <MessageAttachments workspaceId={workspaceId} attachments={message.attachments} />
      {edit?.open ? (
        <EditMessage message={message} edit={edit} onLeave={leave} />
      ) : (
        message.text !== '' && <MessageBubble message={message} />
      )}
      <MessageActions
        at={message.createdAt}
        side="end"
        copied={message.text === '' ? null : () => message.text}
      >
        {!edit?.open && (
          <IconButton
            data-edit
            label="Edit and resend"
            icon={<Pencil aria-hidden />}
            onClick={() => editMessage(workspaceId, message.id, message.text)}
          />
        )}
      </MessageActions>
    </div>
  );
}
