import { useId, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { FolderField } from './folder-field.tsx';

type FolderFormProps = {
  submitLabel?: string;
  /** Opens the folder: resolves to the problem in words, or to null. */
  open?(folder: string): Promise<string | null>;
  onDone(): void;
};

/** Asks for a folder and opens a chat about it; what is wrong with the folder is said right here. */
export function FolderForm({ submitLabel = 'Open folder', open, onDone }: FolderFormProps) {
  const { createWorkspace } = useParley();
  const suggested = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  const [folder, setFolder] = useState<string | null>(null);
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });
  const fieldId = useId();
  const problemId = `${fieldId}-problem`;
  const shown = folder ?? suggested;

  async function submit(): Promise<void> {
    if (state.busy || shown.trim() === '') return;
    setState({ busy: true, problem: null });
    const problem = await (open ?? createWorkspace)(shown.trim());
    setState({ busy: false, problem });
    if (problem === null) onDone();
    else document.getElementById(fieldId)?.focus();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-3"
    >
      <label htmlFor={fieldId} className="font-medium">
        Folder
      </label>
      <div className="-mt-2 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <FolderField
            id={fieldId}
            value={shown}
            invalid={state.problem !== null}
            describedBy={state.problem === null ? undefined : problemId}
            onChange={setFolder}
          />
        </div>
        <ChooseButton onChosen={setFolder} />
      </div>
      {state.problem !== null && (
        <ProblemLine id={problemId}>
          {state.problem} Type the whole path of a folder on this computer.
        </ProblemLine>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" aria-disabled={state.busy}>
          {state.busy ? 'Opening…' : submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Opens the system's own dialog, where the host has one. */
function ChooseButton({ onChosen }: { onChosen(folder: string): void }) {
  const host = window.parleyHost;
  if (host === undefined) return null;

  async function choose(): Promise<void> {
    const chosen = (await host?.chooseFolder().catch(() => null)) ?? null;
    if (chosen !== null) onChosen(chosen);
  }

  return <Button onClick={() => void choose()}>Choose…</Button>;
}
