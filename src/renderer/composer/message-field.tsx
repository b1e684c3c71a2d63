import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { RecallStep } from '../state/composer/recall-intents.ts';
import { GrowingTextField } from '../ui/growing-text-field.tsx';
import { isPlainEnter } from '../ui/plain-enter.ts';
import { MentionList } from './mention-list.tsx';
import { useCaretBehind, useRequestedCaret } from './use-field-caret.ts';
import { useMentions } from './use-mentions.ts';
import { isComposing } from '../ui/composing.ts';

type MessageFieldProps = {
  workspaceId: WorkspaceId;
  text: string;
  placeholder: string;
  /** True if the field takes the caret when its chat is opened. */
  takesCaret: boolean;
  describedBy: string | undefined;
  onType(text: string): void;
  onSend(): void;
  onFiles(files: File[]): void;
  /** Brings back another message; false when there is none to show. */
  onRecall(step: RecallStep): boolean;
};

export function MessageField(props: MessageFieldProps) {
  const { workspaceId, text, placeholder, takesCaret, describedBy, onType, onSend, onFiles, onRecall } =
    props;
  const field = useRef<HTMLTextAreaElement>(null);
  useRequestedCaret(field, takesCaret);
  const putCaretBehind = useCaretBehind(field, text);
  const mentions = useMentions({ workspaceId, field, text, onType });
  const { files, listbox } = mentions;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (listbox.onKeyDown(event)) return;
    const step = recallStep(event);
    const recalled = step !== undefined && onRecall(step);
    putCaretBehind(recalled);
    if (recalled) return event.preventDefault();
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    if (!event.repeat) onSend();
  }

  function onPaste(event: ClipboardEvent): void {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <>
      <GrowingTextField
        ref={field}
        bare
        aria-label="Message"
        aria-describedby={describedBy}
        {...listbox.field}
        aria-haspopup="listbox"
        placeholder={placeholder}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          mentions.moveCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onBlur={() => mentions.moveCaret(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="max-h-[40dvh] overflow-y-auto px-4 pt-3 pb-1 outline-none short:pt-1.5 short:pb-1.5"
      />
      {listbox.isOpen && <MentionList files={files} listbox={listbox} />}
      <span role="status" className="sr-only">
        {listbox.isOpen ? `${files.length} ${files.length === 1 ? 'file' : 'files'} to mention` : ''}
      </span>
    </>
  );
}

/** The files in a clipboard; none where it has text laid out by a program, whose picture only repeats it. */
function pastedFiles({ files, types }: DataTransfer): File[] {
  return types.includes('text/html') && types.includes('text/plain') ? [] : [...files];
}

/**
 * Returns the recall step of a key: ↑ and ↓ with the caret at the end, where a recalled message puts it;
 * anywhere else they move the caret.
 */
function recallStep(event: KeyboardEvent<HTMLTextAreaElement>): RecallStep | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: field } = event;
  if (shiftKey || altKey || ctrlKey || metaKey || isComposing(event)) return undefined;
  const atEnd = field.selectionStart === field.value.length;
  if (key === 'Escape') return 'none';
  if (!atEnd) return undefined;
  if (key === 'ArrowUp') return 'older';
  return key === 'ArrowDown' ? 'newer' : undefined;
}
