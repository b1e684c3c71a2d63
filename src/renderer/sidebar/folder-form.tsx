import { type FormEvent, useId, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

type FolderFormProps = {
  submitLabel?: string;
  /** What to do with the folder: resolves to the problem in words, or to null. */
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
  const shown = folder ?? suggested;

  async function submit(): Promise<void> {
    if (state.busy || shown.trim() === '') return;
    setState({ busy: true, problem: null });
    const problem = await (open ?? createWorkspace)(shown.trim());
    setState({ busy: false, problem });
    if (problem === null) onDone();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <label htmlFor={fieldId} className="font-medium">
        Folder
      </label>
      <input
        id={fieldId}
        autoFocus
        value={shown}
        onChange={(event) => setFolder(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={state.problem !== null}
        aria-describedby={state.problem === null ? undefined : `${fieldId}-problem`}
        placeholder="/home/you/project"
        className="hit -mt-2 w-full rounded-control border border-edge bg-paper px-3 font-mono text-code aria-invalid:border-danger"
      />
      {state.problem !== null && (
        <ProblemLine id={`${fieldId}-problem`}>
          {state.problem} Type the whole path of a folder on this computer.
        </ProblemLine>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={state.busy}>
          {state.busy ? 'Opening…' : submitLabel}
        </Button>
      </div>
    </form>
  );
}
