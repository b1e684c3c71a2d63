import type { FormEvent, KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Field, GrowingTextField } from '../../ui/text-input.tsx';

type ServerFormProps = {
  text: string;
  problem: string | null;
  /** What its button says. */
  action: string;
  onType(text: string): void;
  onSubmit(): void;
  onClose(): void;
};

/** A server as JSON. Escape closes the form alone, and not the page. */
export function ServerForm({ text, problem, action, onType, onSubmit, onClose }: ServerFormProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form className="flex flex-col gap-2 pb-3" onKeyDown={onKeyDown} onSubmit={submit}>
      <Field label="Server as JSON">
        {(id) => (
          <GrowingTextField
            id={id}
            autoFocus
            dir="ltr"
            spellCheck={false}
            className="max-h-80 font-mono text-code"
            placeholder={'"files": { "command": "npx", "args": ["-y", "…"] }'}
            value={text}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={text.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  );
}
