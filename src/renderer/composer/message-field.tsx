import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley, useView } from '../parley-context.tsx';
import type { RecallStep } from '../state/composer/recall-intents.ts';
import { isComposing, isPlainEnter } from '../ui/composing.ts';
import { GrowingTextField } from '../ui/text-input.tsx';
import { continueEarlyMessage } from './early-message.ts';
import { type Mentionable, useMentions } from './use-mentions.ts';
import { useSlashCommands } from './use-slash-commands.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SlashList = lazyPart(async () => (await import('./slash-list.tsx')).SlashList);
const MentionList = lazyPart(async () => (await import('./mention-list.tsx')).MentionList);

type Field = RefObject<HTMLTextAreaElement | null>;

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
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    if (caretRequested) view.setState({ caretRequested: false });
  }, [caretRequested, view, field]);
}

/** Where letters mean something themselves: in fields, lists and menus, and in what lies over the page. */
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
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
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
  const { workspaceId, text, placeholder, takesCaret, describedBy, onType, onSend, onFiles, onEscape } =
    props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { recallMessage } = useParley();
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
          moveCaret(selectionStart === selectionEnd ? selectionStart : null)
        }
        onBlur={() => moveCaret(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="max-h-[40dvh] overflow-y-auto px-4 pt-3.25 pb-1.25 outline-none placeholder:text-tertiary short:pt-1.5 short:pb-0"
      />
      <Suggestions {...{ slash, mentions }} />
    </>
  );
}

/** What can be chosen for what is being typed: a command at the start of the message, or a file. */
function useSuggestions(input: Parameters<typeof useSlashCommands>[0]) {
  const mentions = useMentions(input);
  const slash = useSlashCommands(input);
  const { listbox } = slash.listbox.isOpen ? slash : mentions;
  return {
    slash,
    mentions,
    listbox,
    moveCaret(caret: number | null): void {
      mentions.moveCaret(caret);
      slash.moveCaret(caret);
    },
  };
}

function Suggestions({ slash, mentions }: Pick<ReturnType<typeof useSuggestions>, 'slash' | 'mentions'>) {
  return (
    <>
      <Suspense>
        {slash.listbox.isOpen ? (
          <SlashList {...slash} />
        ) : (
          mentions.listbox.isOpen && <MentionList {...mentions} />
        )}
      </Suspense>
      <span role="status" className="sr-only">
        {slash.listbox.isOpen
          ? counted(slash.choices.length, 'command', '')
          : mentions.listbox.isOpen
            ? counted(mentions.found.length, mentionedThing(mentions.found), ' to mention')
            : ''}
      </span>
    </>
  );
}

function mentionedThing(found: readonly Mentionable[]): string {
  return found.every(({ resource }) => resource === null) ? 'file' : 'thing';
}

function counted(count: number, thing: string, what: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}${what}`;
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
  if (!atEnd) return undefined;
  if (key === 'ArrowUp') return 'older';
  return key === 'ArrowDown' ? 'newer' : undefined;
}
