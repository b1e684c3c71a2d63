import { lazy, Suspense, useState } from 'react';
import { useParley, useParleyState } from './parley-context.tsx';
import { Button } from './ui/button.tsx';
import { ParleyMark } from './ui/parley-mark.tsx';
import { ProblemLine } from './ui/problem-line.tsx';

const FolderForm = lazy(async () => ({ default: (await import('./sidebar/folder-form.tsx')).FolderForm }));

/** A window without any chat yet: one click, and the guide shows how Parley works on a real folder. */
export function Welcome() {
  const { showGuide, requestCaret } = useParley();
  const suggested = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  const [choosing, setChoosing] = useState(false);

  async function show(folder: string): Promise<string | null> {
    const problem = await showGuide(folder);
    if (problem === null) requestCaret();
    return problem;
  }

  return (
    <div className="column flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full max-w-110 flex-col items-start gap-4 py-6">
        <ParleyMark className="h-9" />
        <h2 className="text-title font-semibold text-balance">An agent that asks before it acts</h2>
        <p className="text-secondary">
          Talk with an agent about a folder. What is yours to decide, it asks you on a card: click an answer,
          or just type a reply.
        </p>
        {choosing ? (
          <div className="w-full">
            <Suspense fallback={null}>
              <FolderForm submitLabel="Show me" open={show} onDone={() => undefined} />
            </Suspense>
          </div>
        ) : (
          <Suggestion folder={suggested} onShow={show} onChoose={() => setChoosing(true)} />
        )}
        <OwnModel />
      </div>
    </div>
  );
}

/** The way to a model of the person's own: first its key, and then a folder for it. */
function OwnModel() {
  const { view } = useParley();
  const agent = useParleyState(({ app }) => app?.agents.newAgent.agent) ?? 'guide';
  const show = (dialog: 'settings' | 'new-workspace') => view.setState({ dialog });
  const connected = agent !== 'guide';
  return (
    <div className="mt-2 flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline pt-4">
      <p className="min-w-48 flex-1 text-secondary wrap-anywhere">
        {connected
          ? `New workspaces begin with ${agent}.`
          : 'Claude, OpenAI, Gemini, Ollama or another can work here, too.'}
      </p>
      {connected ? (
        <Button onClick={() => show('new-workspace')}>Open a folder</Button>
      ) : (
        <Button onClick={() => show('settings')}>Connect a model</Button>
      )}
    </div>
  );
}

type SuggestionProps = {
  folder: string;
  onShow(folder: string): Promise<string | null>;
  onChoose(): void;
};

/** The way that needs no choice: the guide, on the folder that is suggested. */
function Suggestion({ folder, onShow, onChoose }: SuggestionProps) {
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  async function show(): Promise<void> {
    if (state.busy) return;
    setState({ busy: true, problem: null });
    setState({ busy: false, problem: await onShow(folder) });
  }

  return (
    <>
      <p className="wrap-anywhere">
        The built-in guide can show you: it reads <code className="font-mono text-code">{folder}</code>, asks
        a few questions and writes a plan. It works offline and changes nothing.
      </p>
      {state.problem !== null && <ProblemLine>{state.problem}</ProblemLine>}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" autoFocus aria-disabled={state.busy} onClick={() => void show()}>
          Show me
        </Button>
        <Button onClick={onChoose}>Choose another folder</Button>
      </div>
    </>
  );
}
