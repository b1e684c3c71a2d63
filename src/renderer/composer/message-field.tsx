import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { longestPaste } from '../../shared/longest-text.ts';
import { useParley, useView } from '../parley-context.tsx';
import type { RecallStep } from '../state/composer/recall-intents.ts';
import { isComposing, isPlainEnter } from '../ui/composing.ts';
import { useTextOfField } from '../ui/edit-text.ts';
import { GrowingTextField } from '../ui/text-input.tsx';
import { continueEarlyMessage } from './early-message.ts';
import { Suggestions, useSuggestions } from './suggestions/suggestions.tsx';

type MessageFieldProps = {
  workspaceId: WorkspaceId;
  text: string;
  /** True once the text that main had stored is in the field. */
  restored: boolean;
  placeholder: string;
  /** True if the field takes the caret when its chat opens. */
  takesCaret: boolean;
  describedBy: string | undefined;
  onType(text: string): void;
  onSend(): void;
  /** True where the recipient takes files, so that a long text becomes one. */
  takesFiles: boolean;
  onFiles(files: File[]): void;
  /** Closes what is open over the field; false if there was nothing to close. */
  onEscape(): boolean;
};

/** Takes over what was typed into the early field. */
function useEarlyMessage(field: Field, { text, takesCaret, onType, onSend }: MessageFieldProps): void {
  const take = useEffectEvent(() => {
    const early = field.current && continueEarlyMessage(field.current, text, takesCaret);
    if (early === null) return;
    onType(early.text);
    if (early.sent) onSend();
  });
  useLayoutEffect(() => take(), []);
}

export function MessageField(props: MessageFieldProps) {
  const { workspaceId, text, restored, placeholder, takesCaret, describedBy } = props;
  const { takesFiles, onType, onSend, onFiles, onEscape } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { recallMessage } = useParley();
  useTextOfField(field, text, restored);
  useEarlyMessage(field, props);
  useRequestedCaret(field, takesCaret);
  useStrayLetters(field);
  const putCaretBehind = useCaretBehind(field, text);
  const { slash, mentions, listbox, moveCaret } = useSuggestions({ ...props, field });

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (listbox.onKeyDown(event)) return;
    if (event.key === 'Escape' && !isComposing(event)) {
      if (!event.repeat && onEscape()) event.preventDefault();
      return;
    }
    const step = recallStep(event);
    const recalled = step !== undefined && recallMessage(workspaceId, step);
    putCaretBehind(recalled);
    if (recalled) return event.preventDefault();
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    if (!event.repeat) onSend();
  }

  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>): void {
    if (target.value !== text) onType(target.value);
    // Text can come without a key (dictation, emoji), and no event tells of the caret before the next key.
    moveCaret(caretOf(target));
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
        onChange={onChange}
        onSelect={({ currentTarget }) => moveCaret(caretOf(currentTarget))}
        onBlur={() => moveCaret(null)}
        onKeyDown={onKeyDown}
        onPaste={(event) => takeFiles(event, pastedFiles(event.clipboardData, takesFiles), onFiles)}
        onDrop={(event) => takeFiles(event, longText(event.dataTransfer, takesFiles), onFiles)}
        className="max-h-[40dvh] overflow-y-auto px-4 pt-3.25 pb-1.25 outline-none placeholder:text-tertiary short:pt-1.5 short:pb-0 short:@min-[42rem]:w-auto short:@min-[42rem]:min-w-40 short:@min-[42rem]:flex-1 short:@min-[42rem]:pt-2.25 short:@min-[42rem]:pb-2.25"
      />
      <Suggestions {...{ slash, mentions }} />
    </>
  );
}

/** Returns the position of the caret; null while something is selected. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | null {
  return selectionStart === selectionEnd ? selectionStart : null;
}

/** Attaches files in place of what the browser would do. */
function takeFiles(event: SyntheticEvent, files: File[], onFiles: (files: File[]) => void): void {
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/**
 * Returns the files in a clipboard, or its long text as a file. A picture that comes with formatted text only
 * repeats the text.
 */
function pastedFiles(data: DataTransfer, takesFiles: boolean): File[] {
  const { files, types } = data;
  const isLaidOut = types.includes('text/html') && types.includes('text/plain');
  return files.length > 0 && !isLaidOut ? [...files] : longText(data, takesFiles);
}

/**
 * Returns a pasted or dropped text as a file if it is too long for the field; dropped files are handled by the
 * window.
 */
function longText(data: DataTransfer, takesFiles: boolean): File[] {
  const text = data.getData('text/plain');
  const isFile = takesFiles && text.length > longestPaste;
  return isFile ? [new File([text], 'Pasted text.txt', { type: 'text/plain' })] : [];
}

/**
 * Returns the recall step of a key: ↑ and ↓ with the caret at the end, where recalling puts it; elsewhere they
 * move the caret.
 */
function recallStep(event: KeyboardEvent<HTMLTextAreaElement>): RecallStep | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: field } = event;
  if (shiftKey || altKey || ctrlKey || metaKey || isComposing(event)) return undefined;
  const atEnd = field.selectionStart === field.value.length;
  if (!atEnd) return undefined;
  if (key === 'ArrowUp') return 'older';
  return key === 'ArrowDown' ? 'newer' : undefined;
}

type Field = RefObject<HTMLTextAreaElement | null>;

function focusAtEnd({ current }: Field): void {
  current?.focus();
  current?.setSelectionRange(current.value.length, current.value.length);
}

/** Focuses the field on request, and once when its chat opens if nothing else has the focus; not in Needs you. */
function useRequestedCaret(field: Field, takesCaret: boolean): void {
  const { view } = useParley();
  const caretRequested = useView((state) => state.caretRequested);
  const mayTake = useRef(takesCaret);
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement === null;
    const opened = mayTake.current && free && view.getState().page?.name !== 'queue';
    mayTake.current = false;
    if (!caretRequested && !opened) return;
    focusAtEnd(field);
    if (caretRequested) view.setState({ caretRequested: false });
  }, [caretRequested, view, field]);
}

/** Elements in which letters have a meaning of their own. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=tree], dialog, [popover]';

/**
 * Focuses the field when a letter is typed while no field has the focus, so that the browser types it here; not in
 * Needs you, where letters move.
 */
function useStrayLetters(field: Field): void {
  const { view } = useParley();
  useEffect(() => {
    const done = new AbortController();
    const take = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      const isModified = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
      if (defaultPrevented || isModified || !/^\p{L}$/u.test(key)) return;
      if (target instanceof Element && target.closest(ownKeys) !== null) return;
      if (document.querySelector('dialog[open], [aria-modal], :popover-open') !== null) return;
      if (view.getState().page?.name === 'queue') return;
      focusAtEnd(field);
    };
    document.addEventListener('keydown', take, { signal: done.signal });
    return () => done.abort();
  }, [field, view]);
}

/** Returns a function to call before the text is replaced; the caret then goes behind the new text. */
function useCaretBehind(field: Field, text: string): (pending: boolean) => void {
  const pending = useRef(false);
  useLayoutEffect(() => {
    if (pending.current) field.current?.setSelectionRange(text.length, text.length);
    pending.current = false;
  }, [field, text]);
  return (now) => {
    pending.current = now;
  };
}
