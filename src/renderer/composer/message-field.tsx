import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';
import type { RecallStep } from '../state/recall-intents.ts';
import { GrowingTextField } from '../ui/growing-text-field.tsx';
import { recallStep } from './recall-keys.ts';

type MessageFieldProps = {
  text: string;
  placeholder: string;
  /** Whether the field takes the caret when its chat is opened. */
  wantsCaret: boolean;
  describedBy: string | undefined;
  onType(text: string): void;
  onSend(): void;
  /** Brings back another message; false when there is none to show. */
  onRecall(step: RecallStep): boolean;
};

export function MessageField({
  text,
  placeholder,
  wantsCaret,
  describedBy,
  onType,
  onSend,
  onRecall,
}: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { view } = useParley();
  const caretWanted = useView((state) => state.caretWanted);
  const mayTake = useRef(wantsCaret);

  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement === null;
    const opened = mayTake.current && free;
    mayTake.current = false;
    if (!caretWanted && !opened) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    if (caretWanted) view.setState({ caretWanted: false });
  }, [caretWanted, view]);

  const caretToEnd = useRef(false);
  useLayoutEffect(() => {
    if (caretToEnd.current) field.current?.setSelectionRange(text.length, text.length);
    caretToEnd.current = false;
  }, [text]);

  return (
    <GrowingTextField
      ref={field}
      bare
      aria-label="Message"
      aria-describedby={describedBy}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        const step = recallStep(event);
        caretToEnd.current = step !== undefined && onRecall(step);
        if (caretToEnd.current) return event.preventDefault();
        if (!isPlainEnter(event)) return;
        event.preventDefault();
        if (!event.repeat) onSend();
      }}
      className="max-h-[40dvh] overflow-y-auto px-4 pt-3 pb-1 outline-none short:pt-1.5 short:pb-1.5"
    />
  );
}

/** Enter alone; the one that ends an input method's composition is not meant for sending. */
function isPlainEnter({ key, shiftKey, altKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !nativeEvent.isComposing && keyCode !== 229;
}
