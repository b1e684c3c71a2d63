import { type KeyboardEvent, useId, useState } from 'react';
import { longestName } from '../../shared/workspace/longest-name.ts';
import { ProblemLine } from '../ui/problem-line.tsx';

type RenameFieldProps = { name: string; onSave(name: string): void; onLeave(): void };

/** The name of a chat as it is edited: Enter and blur save it, Escape does not. */
export function RenameField({ name, onSave, onLeave }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const [refused, setRefused] = useState(false);
  const problemId = useId();
  const trimmed = text.trim();

  function save(): void {
    if (trimmed !== '' && trimmed !== name) onSave(trimmed);
    onLeave();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (trimmed === '') setRefused(true);
      else save();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
  }

  return (
    <div className="flex min-h-8 flex-col justify-center">
      <input
        aria-label={`New name of ${name}`}
        autoFocus
        value={text}
        maxLength={longestName}
        autoComplete="off"
        aria-invalid={refused && trimmed === ''}
        aria-describedby={refused && trimmed === '' ? problemId : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
        className="hit w-full rounded-control border border-edge bg-raised px-2 text-second aria-invalid:border-danger"
      />
      {refused && trimmed === '' && (
        <div className="mt-1">
          <ProblemLine id={problemId}>A chat needs a name.</ProblemLine>
        </div>
      )}
    </div>
  );
}
