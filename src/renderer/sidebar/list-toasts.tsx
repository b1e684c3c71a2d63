import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

/** Toasts of the list: a removal that can be undone, a completed action, a problem. */
export function ListToasts() {
  const { view, undoRemove } = useParley();
  const removals = useParleyState(({ app }) => app?.removals);
  const problem = useView(({ listProblem }) => listProblem);
  return (
    <div className="flex flex-col gap-2 px-2 pb-2 empty:hidden">
      {problem !== null && (
        <Toast>
          <div className="min-w-0 flex-1 py-1.5">
            <ProblemLine>{problem}</ProblemLine>
          </div>
          <IconButton
            label="Close this problem"
            icon={<X aria-hidden />}
            onClick={() => view.setState({ listProblem: null })}
          />
        </Toast>
      )}
      <DoneToast />
      <ArchivedToast />
      {removals?.map(({ workspaceId, name }) => (
        <Toast key={workspaceId}>
          <p role="status" className="min-w-0 flex-1 truncate py-1.5" title={name}>
            Deleted <span className="font-medium">{name}</span>
          </p>
          <Button aria-label={`Undo deleting ${name}`} onClick={() => undoRemove(workspaceId)}>
            Undo
          </Button>
        </Toast>
      ))}
    </div>
  );
}

/** In milliseconds. */
const undoShownFor = 8_000;

function ArchivedToast() {
  const { view, unarchive } = useParley();
  const archived = useView(({ archivedNow }) => archivedNow);
  useEffect(() => {
    if (archived === null) return;
    const timer = setTimeout(() => view.setState({ archivedNow: null }), undoShownFor);
    return () => clearTimeout(timer);
  }, [archived, view]);
  if (archived === null) return null;
  const name = visibleText(archived.name, 'line');
  return (
    <Toast>
      <p role="status" className="min-w-0 flex-1 truncate py-1.5" title={name}>
        Archived <span className="font-medium">{name}</span>
      </p>
      <Button aria-label={`Undo archiving ${name}`} onClick={() => unarchive(archived.id)}>
        Undo
      </Button>
    </Toast>
  );
}

/** In milliseconds. */
const doneShownFor = 3_000;

function DoneToast() {
  const { view } = useParley();
  const done = useView(({ listDone }) => listDone);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => view.setState({ listDone: null }), doneShownFor);
    return () => clearTimeout(timer);
  }, [done, view]);
  if (done === null) return null;
  return (
    <Toast>
      <p role="status" className="min-w-0 flex-1 py-1.5">
        {done}
      </p>
    </Toast>
  );
}

function Toast({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 rounded-control border border-hairline bg-raised py-1 ps-3 pe-1 shadow-menu appear">
      {children}
    </div>
  );
}
