import { type KeyboardEvent, useRef } from 'react';
import { isComposing } from '../../ui/composing.ts';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { useFocusFrom } from '../use-focus-from.ts';

type PermissionFieldProps = {
  label: string;
  placeholder?: string;
  mono?: boolean;
  value: string;
  busy: boolean;
  onType(text: string): void;
  /** Ctrl+Enter or Cmd+Enter; without it no key in the field decides anything. */
  onSend?(): void;
  onLeave(): void;
};

/** A field of a permission's card. It takes the focus only from the button that opened it. */
export function PermissionField({
  label,
  mono = false,
  busy,
  onType,
  onSend,
  onLeave,
  ...rest
}: PermissionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusFrom('[data-permission-buttons]', field);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend?.();
    }
  }

  return (
    <Field label={label}>
      {(id) => (
        <GrowingTextField
          ref={field}
          id={id}
          className={mono ? 'font-mono text-code' : ''}
          spellCheck={!mono}
          dir={mono ? 'ltr' : 'auto'}
          readOnly={busy}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          {...rest}
        />
      )}
    </Field>
  );
}
