import { type KeyboardEvent, useId, useState } from 'react';
import type { SetupLine } from '../../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** What runs once in each new worktree of a folder, stored on Enter and on blur. */
export function SetupLineField({ folder }: { folder: string }) {
  const id = useId();
  const { saveSettings } = useParley();
  const lines = useParleyState(({ app }) => app?.settings.setupLines ?? noLines);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = lines.find((known) => known.folder === folder)?.line ?? '';

  async function commit(): Promise<void> {
    const line = typed?.trim();
    if (line === undefined || line === saved) return setTyped(null);
    const others = lines.filter((known) => known.folder !== folder);
    const failed = await saveSettings({ setupLines: line === '' ? others : [...others, { folder, line }] });
    setProblem(failed);
    if (failed === null) setTyped((latest) => (latest?.trim() === line ? null : latest));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) void commit();
  }

  return (
    <span className="flex min-w-0 grow basis-72 flex-wrap items-center gap-x-2 py-1 pe-1">
      <label htmlFor={id}>Before the first message, run</label>
      <TextInput
        id={id}
        mono
        className="h-7 min-w-0 flex-1 basis-44 px-2!"
        placeholder="Nothing, or a command"
        maxLength={2_000}
        value={typed ?? saved}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void commit()}
      />
      {problem !== null && (
        <span id={`${id}-problem`}>
          <ProblemLine>{problem}</ProblemLine>
        </span>
      )}
    </span>
  );
}

const noLines: SetupLine[] = [];
