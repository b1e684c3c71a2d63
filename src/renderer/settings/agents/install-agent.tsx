import { Download } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type InstallButtonProps = {
  agent: Pick<ExternalAgent, 'agent' | 'name'>;
  install: AgentInstall | undefined;
  /** The package that is shown, of an agent of the registry. */
  spec?: string | null;
};

/** Begins to install an agent, ends that, or tries it again. */
export function InstallButton({ agent: { agent, name }, install, spec = null }: InstallButtonProps) {
  const { companion } = useParley();
  const [problem, setProblem] = useState<string | null>(null);
  const { agents } = companion.client;
  const shown = visibleText(name, 'line');

  async function make(call: Promise<unknown>): Promise<void> {
    setProblem(await call.then(() => null, failureText));
  }

  const begin = () => void make(agents.install({ agent, spec }));
  const cancel = () => void make(agents.cancelInstall({ agent }));
  return (
    <>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {install === undefined && (
        <Button aria-label={`Install ${shown}`} onClick={begin}>
          <Download aria-hidden />
          Install
        </Button>
      )}
      {install?.state.type === 'failed' && (
        <Button aria-label={`Try again to install ${shown}`} onClick={begin}>
          Try again
        </Button>
      )}
      {install !== undefined && install.state.type !== 'failed' && (
        <Button look="quiet" aria-label={`Cancel the install of ${shown}`} onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

/** Says how far an install is, in a few words. */
export function installText({ state }: AgentInstall): string {
  switch (state.type) {
    case 'fetching':
      return state.bytes < 100_000 ? 'Installing…' : `Installing, ${(state.bytes / 1_000_000).toFixed(1)} MB`;
    case 'checking':
      return 'Checking that it starts…';
    case 'failed':
      return 'Not installed';
  }
}

/** Why an install failed and what to do, then what npm printed. */
export function InstallFailure({ install, name }: { install: AgentInstall; name: string }) {
  const { state, lines } = install;
  if (state.type !== 'failed') return null;
  return (
    <div className="flex flex-col gap-2">
      <ProblemLine>
        <VisibleText text={`${state.what} ${state.todo}`} layout="line" />
      </ProblemLine>
      {lines.length > 0 && (
        <Disclosure summary="What npm printed">
          <InstallLines lines={lines} name={name} />
          <p className="mt-2 mb-1">All of it is in</p>
          <CommandText text={state.log} name={`the path of the log of ${name}`} />
        </Disclosure>
      )}
    </div>
  );
}

/** The last lines of npm, the newest in sight. */
export function InstallLines({ lines, name }: { lines: readonly string[]; name: string }) {
  return (
    <div
      role="log"
      aria-label={visibleText(`What npm prints for ${name}`, 'line')}
      tabIndex={0}
      className="flex max-h-40 flex-col-reverse overflow-y-auto rounded-control bg-well px-3 py-2 font-mono text-code text-secondary"
    >
      <div dir="ltr" className="whitespace-pre-wrap wrap-anywhere">
        <VisibleText text={lines.join('\n')} layout="block" />
      </div>
    </div>
  );
}
