import { useEffect, useId, useRef, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { editBetween, editText } from '../ui/edit-text.ts';
import { ListOption } from '../ui/list-option.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { type Listbox, useListbox } from '../ui/use-listbox.ts';

type FolderFormProps = {
  /** What stands in the field at first; the suggested folder by default. */
  start?: string;
  submitLabel?: string;
  busyLabel?: string;
  /** What to do where the folder can't be used, after the problem. */
  advice?: string;
  /** Opens the folder; resolves to a problem for the person, or to null. */
  open?(folder: string): Promise<string | null>;
  onDone(): void;
};

const wholePath = 'Type the whole path of a folder on this computer.';

export function FolderForm({ start, open, onDone, ...words }: FolderFormProps) {
  const { submitLabel = 'Open folder', busyLabel = 'Opening…', advice = wholePath } = words;
  const { createWorkspace } = useParley();
  const suggested = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  const [folder, setFolder] = useState<string | null>(null);
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });
  const fieldId = useId();
  const problemId = `${fieldId}-problem`;
  const shown = folder ?? start ?? suggested;

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
      {state.problem !== null && <ProblemLine id={problemId}>{`${state.problem} ${advice}`}</ProblemLine>}
      <div className="flex justify-end">
        <Button type="submit" look="primary" aria-disabled={state.busy}>
          {state.busy ? busyLabel : submitLabel}
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

/** Completions of a typed path; none before something is typed, or once they were closed. */
function useFolderCompletion() {
  const { companion } = useParley();
  const [typed, setTyped] = useState<string | null>(null);
  const [folders, setFolders] = useState<readonly string[]>([]);

  useEffect(() => {
    if (typed === null) return;
    let stale = false;
    const offer = (found: readonly string[]) => {
      if (!stale) setFolders(found);
    };
    companion.client.app.listFolders({ typed }).then(
      (found) => offer(found.filter((folder) => folder !== typed)),
      () => offer([]),
    );
    return () => {
      stale = true;
    };
  }, [companion, typed]);

  function close(): void {
    setTyped(null);
    setFolders([]);
  }

  return { folders, complete: setTyped, close };
}

/**
 * Returns the path that Tab completes to: the active folder, else the common prefix of all; undefined where that
 * is no longer than what was typed.
 */
export function tabbed(folders: readonly string[], active: number, typed: string): string | undefined {
  const picked = folders[active] ?? (folders.length === 1 ? folders[0] : undefined);
  if (picked !== undefined) return `${picked}/`;
  const shared = folders.reduce((before, folder) => sharedStart(before, folder), folders[0] ?? '');
  return shared.length > typed.length ? shared : undefined;
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

type FolderFieldProps = {
  id: string;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange(folder: string): void;
};

function FolderField({ id, value, invalid, describedBy, onChange }: FolderFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { folders, complete, close } = useFolderCompletion();
  const listbox = useListbox({
    options: folders,
    query: value,
    start: 'field',
    choose: (index) => take(`${folders[index]}/`),
    onTab: (active) => {
      const taken = tabbed(folders, active, value);
      if (taken !== undefined) take(taken);
      return taken !== undefined;
    },
    close,
  });

  function take(folder: string): void {
    field.current?.focus();
    if (field.current !== null) editText(field.current, editBetween(value, folder));
    goOn(folder);
  }

  function goOn(folder: string): void {
    onChange(folder);
    complete(folder);
  }

  return (
    <>
      <input
        ref={field}
        id={id}
        {...listbox.combobox}
        autoFocus
        data-first-focus
        value={value}
        onChange={(event) => goOn(event.target.value)}
        onKeyDown={listbox.onKeyDown}
        onBlur={close}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        placeholder="/home/you/project"
        className="hit w-full rounded-control border border-edge bg-raised px-3 font-mono text-code aria-invalid:border-danger"
      />
      <FolderOptions {...{ folders, listbox }} />
    </>
  );
}

function FolderOptions({ folders, listbox }: { folders: readonly string[]; listbox: Listbox }) {
  return (
    <div
      {...listbox.list}
      aria-label="Folders"
      className="mt-1 max-h-52 overflow-y-auto rounded-control border border-hairline bg-raised p-1 empty:hidden"
    >
      {folders.map((folder, index) => (
        <ListOption key={folder} option={listbox.option(index)} className="font-mono text-code wrap-anywhere">
          {folder}
        </ListOption>
      ))}
    </div>
  );
}
