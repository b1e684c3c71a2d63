import { Undo2, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { UserMessage } from '../../../shared/transcript/transcript.ts';
import { tooLongText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import type { MessageEdit } from '../../state/edits/message-edits.ts';
import { isTooLong } from '../../state/text-limit.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing, isPlainEnter } from '../../ui/composing.ts';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AttachmentChip, attachmentDetail, AttachmentFace } from './attachment-chip.tsx';
import { focusMessageLog } from '../focus-message-log.ts';

type EditMessageProps = { message: UserMessage; edit: MessageEdit; onLeave(): void };

/** Edits a sent message in its place. */
export function EditMessage({ message, edit, onLeave }: EditMessageProps) {
  const { id, queued, attachments } = message;
  const { typeEdit, sendEdit, hasUnsentAnswers } = useParley();
  const { workspaceId, text, dropped, sending } = edit;
  const isEmpty = text.trim() === '' && attachments.every((file) => dropped.includes(file.id));
  const canSend = !sending && !isEmpty && !isTooLong(text);
  const { frame, leave } = useEditFocus(onLeave);
  const hintId = useId();
  const problem = isTooLong(text) ? tooLongText : edit.problem;
  return (
    <div ref={frame} className="w-full">
      <div className="rounded-field border border-edge bg-raised focus-within:border-ink">
        <EditedFiles {...{ message, edit }} />
        <GrowingTextField
          bare
          aria-label="Edit message"
          aria-describedby={hintId}
          value={text}
          readOnly={sending}
          onChange={(event) => typeEdit(id, event.target.value)}
          onKeyDown={(event) => {
            if (isPlainEnter(event)) {
              event.preventDefault();
              if (!event.repeat && canSend) sendEdit(id);
            }
            if (event.key === 'Escape' && !isComposing(event)) {
              event.stopPropagation();
              leave();
            }
          }}
          className="max-h-[40dvh] overflow-y-auto px-4 pt-3 pb-1 outline-none"
        />
        <div className="flex flex-wrap items-center justify-end gap-2 px-2 pb-2">
          <p id={hintId} className="me-auto min-w-52 flex-1 px-2 text-small text-balance text-secondary">
            {hintFor(queued, hasUnsentAnswers(workspaceId))}
          </p>
          <div className="flex gap-2">
            <Button look="quiet" onClick={leave}>
              Cancel
            </Button>
            <Button look="primary" disabled={!canSend} onClick={() => sendEdit(id)}>
              Resend
            </Button>
          </div>
        </div>
      </div>
      {problem !== null && (
        <div className="pt-2">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </div>
  );
}

/** The files of the message, each of which can be left out when it is sent again. */
function EditedFiles({ message, edit }: Pick<EditMessageProps, 'message' | 'edit'>) {
  const { dropFile } = useParley();
  if (message.attachments.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto px-3 pt-3">
      {message.attachments.map((attachment) => {
        const { id, name } = attachment;
        const isDropped = edit.dropped.includes(id);
        return (
          <AttachmentChip
            key={id}
            id={`edited-${id}`}
            name={name}
            detail={isDropped ? 'Not sent again' : attachmentDetail(attachment)}
            face={<AttachmentFace workspaceId={edit.workspaceId} attachment={attachment} />}
            dropped={isDropped}
          >
            <IconButton
              label={`${isDropped ? 'Keep' : 'Drop'} ${visibleText(name, 'line')}`}
              icon={isDropped ? <Undo2 aria-hidden /> : <X aria-hidden />}
              disabled={edit.sending}
              onClick={() => dropFile(message.id, id, !isDropped)}
            />
          </AttachmentChip>
        );
      })}
    </ul>
  );
}

function hintFor(queued: boolean, answersUnsent: boolean): string {
  if (queued) return 'The agent gets this text instead.';
  return answersUnsent
    ? 'Goes on from here. What came after stays as another version, but answers you have begun are lost.'
    : 'Goes on from here. What came after stays as another version.';
}

/**
 * Puts the caret at the end of the text. Where the field goes with the focus, that goes to the composer, or stays in
 * the conversation where the person left the message as it was.
 */
function useEditFocus(onLeave: () => void) {
  const { requestCaret } = useParley();
  const frame = useRef<HTMLDivElement>(null);
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    const element = frame.current;
    const field = element?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      if (isLeft.current || !requestCaret()) focusMessageLog(element);
    };
  }, [requestCaret]);
  const leave = () => {
    isLeft.current = true;
    onLeave();
  };
  return { frame, leave };
}
