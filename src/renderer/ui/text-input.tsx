import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { longestText } from '../../shared/longest-text.ts';
import { ProblemLine } from './problem-line.tsx';

/** `mono` is for paths, addresses and names of models. */
export function TextInput({
  mono = false,
  className = '',
  ...rest
}: ComponentProps<'input'> & { mono?: boolean }) {
  const face = mono ? 'font-mono text-code' : '';
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      className={`hit w-full min-w-0 rounded-control border border-edge bg-raised px-3 aria-invalid:border-danger ${face} ${className}`}
      {...rest}
    />
  );
}

/** A labelled control, which takes the given id. */
export function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-secondary">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type GrowingTextFieldProps = ComponentProps<'textarea'> & {
  /** Without a frame. */
  bare?: boolean;
};

const frame =
  'rounded-control border border-edge bg-raised px-3 py-1.5 placeholder:text-secondary ' +
  'disabled:opacity-60 aria-invalid:border-danger';

/**
 * A text area as high as its text, scrolling beyond the caller's `max-h-*`. A pasted or dropped text that is too
 * long is refused with a message: inserting it could block the window for half a minute.
 */
export function GrowingTextField({
  bare = false,
  className = '',
  rows = 1,
  onPaste,
  onDrop,
  onInput,
  ...rest
}: GrowingTextFieldProps) {
  const [refused, setRefused] = useState(false);

  function refuse(event: SyntheticEvent, data: DataTransfer): void {
    if (event.defaultPrevented) return;
    const isTooLong = data.getData('text/plain').length > longestText;
    if (isTooLong) event.preventDefault();
    setRefused(isTooLong);
  }

  return (
    <>
      <textarea
        rows={rows}
        dir="auto"
        spellCheck
        className={`hit block w-full resize-none field-sizing-content ${bare ? 'bg-transparent' : frame} ${className}`}
        onPaste={(event) => {
          onPaste?.(event);
          refuse(event, event.clipboardData);
        }}
        onDrop={(event) => {
          onDrop?.(event);
          refuse(event, event.dataTransfer);
        }}
        onInput={(event) => {
          setRefused(false);
          onInput?.(event);
        }}
        {...rest}
      />
      {refused && (
        <div className={`pt-1.5 ${bare ? 'px-4' : ''}`}>
          <ProblemLine>
            The text is too long to insert: it has more than 1,000,000 characters. Attach it to a message, or
            put it into a file in the folder.
          </ProblemLine>
        </div>
      )}
    </>
  );
}
