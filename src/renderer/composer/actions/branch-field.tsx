import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type BranchFieldProps = { workspaceId: WorkspaceId; onFound(ref: string): void };

/** Takes the name of a branch that is not listed, on Enter and on blur; git says whether there is one. */
export function BranchField({ workspaceId, onFound }: BranchFieldProps) {
  const id = useId();
  const { companion } = useParley();
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const take = useEffectEvent(onFound);
  useEffect(() => {
    if (wanted === '') return undefined;
    const over = new AbortController();
    void companion.client.workspace
      .findStartBranch({ workspaceId, name: wanted }, { signal: over.signal })
      .then(({ ref }) => ({ ref, why: noBranch(wanted) }))
      .catch((error: unknown) => ({ ref: null, why: failureText(error) }))
      .then(({ ref, why }) => {
        if (over.signal.aborted) return;
        if (ref !== null) return take(ref);
        setProblem(why);
        setWanted('');
      });
    return () => over.abort();
  }, [companion, workspaceId, wanted]);

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) setWanted(name.trim());
  }

  return (
    <>
      <TextInput
        mono
        autoFocus
        className="h-7 min-w-0 max-w-72 flex-1 basis-52 px-2!"
        aria-label="Name of the branch"
        placeholder="Name of the branch"
        maxLength={500}
        value={name}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        onChange={({ target }) => {
          setName(target.value);
          setWanted('');
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setWanted(name.trim())}
      />
      {problem !== null && (
        <span className="basis-full">
          <ProblemLine id={id}>{problem}</ProblemLine>
        </span>
      )}
    </>
  );
}

const noBranch = (name: string) =>
  `There is no branch “${visibleText(name, 'line')}” here. Type its whole name, such as main or origin/main.`;
