import { type KeyboardEvent, useRef } from 'react';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';
import { isComposing } from '../../ui/composing.ts';
import { useFocusFrom } from '../use-focus-from.ts';

type PreviewFieldProps = {
  label: string;
  /** Marks the field, so that it is found. */
  name: 'note' | 'reason';
  placeholder: string;
  value: string;
  busy: boolean;
  onType(text: string): void;
  onLeave(): void;
};

/** A field for the person's own words about a preview. No key in it decides anything. */
export function PreviewField({ label, name, placeholder, value, busy, onType, onLeave }: PreviewFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusFrom('[data-preview-buttons]', field);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    onLeave();
  }

  return (
    <Field label={label}>
      {(id) => (
        <GrowingTextField
          ref={field}
          id={id}
          data-preview-field={name}
          className="max-h-60"
          placeholder={placeholder}
          readOnly={busy}
          value={value}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}
