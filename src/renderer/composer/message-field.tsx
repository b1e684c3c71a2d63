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
  /** True once the text holds what main had stored of it. */
  restored: boolean;
  placeholder: string;
  /** True if the field takes the caret when its chat is opened. */
  takesCaret: boolean;
  describedBy: string | undefined;
  onType(text: string): void;
  onSend(): void;
  /** True where files can go to who gets the message, so that a long text is one. */
  takesFiles: boolean;
  onFiles(files: File[]): void;
  /** Closes what is open over the field; false when there was nothing to do. */
  onEscape(): boolean;
};

/** Goes on with what was typed into the page's own field before this one was there. */
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
    // Not every text comes with a key, nor is its caret told of before the next one.
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

/** The place of the caret; null while something is selected. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | null {
  return selectionStart === selectionEnd ? selectionStart : null;
}

/** Has files attached in place of what the browser would do. */
function takeFiles(event: SyntheticEvent, files: File[], onFiles: (files: File[]) => void): void {
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/**
 * Returns the files in a clipboard, or its text as one where that is long. Where it has text laid out by a program, its
 * picture only repeats the text.
 */
function pastedFiles(data: DataTransfer, takesFiles: boolean): File[] {
  const { files, types } = data;
  const isLaidOut = types.includes('text/html') && types.includes('text/plain');
  return files.length > 0 && !isLaidOut ? [...files] : longText(data, takesFiles);
}

/** Returns a pasted or dropped text as a file, if it is too long to be put in as it is; dropped files are the window's. */
function longText(data: DataTransfer, takesFiles: boolean): File[] {
  const text = data.getData('text/plain');
  const isFile = takesFiles && text.length > longestPaste;
  return isFile ? [new File([text], 'Pasted text.txt', { type: 'text/plain' })] : [];
}

/**
 * Returns the recall step of a key: ↑ and ↓ with the caret at the end, where a recalled message puts it;
 * anywhere else they move the caret.
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

/** Gives the field the caret when it is requested, and once when its chat opens if nothing else has it. */
function useRequestedCaret(field: Field, takesCaret: boolean): void {
  const { view } = useParley();
  const caretRequested = useView((state) => state.caretRequested);
  const mayTake = useRef(takesCaret);
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement === null;
    const opened = mayTake.current && free;
    mayTake.current = false;
    if (!caretRequested && !opened) return;
    focusAtEnd(field);
    if (caretRequested) view.setState({ caretRequested: false });
  }, [caretRequested, view, field]);
}

/** The places where letters mean something themselves: fields, lists and menus, and in what lies over the page. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=tree], dialog, [popover]';

/** A letter typed while no field has the focus goes into this one: with the focus, the browser types it here. */
function useStrayLetters(field: Field): void {
  useEffect(() => {
    const done = new AbortController();
    const take = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      const isModified = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
      if (defaultPrevented || isModified || !/^\p{L}$/u.test(key)) return;
      if (target instanceof Element && target.closest(ownKeys) !== null) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      focusAtEnd(field);
    };
    document.addEventListener('keydown', take, { signal: done.signal });
    return () => done.abort();
  }, [field]);
}

/** Call it before the text is replaced: the caret then goes behind the new one. */
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
