import { FolderOpen } from 'lucide-react';
import { startTransition, Suspense, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { useFoundAgents } from '../settings/agents/use-found-agents.ts';
import { Button } from '../ui/button.tsx';
import { ParleyMark } from '../ui/parley-mark.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { RecentFolders, useRecentFolders } from './recent-folders.tsx';
import { AgentTile, GuideTile, ModelTile } from './tiles.tsx';
import { type Opening, useOpening } from './use-opening.ts';

const FoundAgents = lazyPart(async () => (await import('../settings/agents/found-agents.tsx')).FoundAgents);
const FolderForm = lazyPart(async () => (await import('../sidebar/folder-form.tsx')).FolderForm);

/** A window without any chat yet: one decision, which folder to work in. */
export function Welcome() {
  const recent = useRecentFolders();
  const opening = useOpening();
  const agent = useParleyState(({ app }) => app?.agents.newAgent.agent) ?? 'guide';
  const found = useFoundAgents();
  const [connecting, setConnecting] = useState(false);
  const hosted = found?.agents.filter(({ state }) => state !== 'missing') ?? [];
  const chosen = hosted.find((one) => one.agent === agent)?.name ?? agent;
  if (recent === null) return <div className="flex-1" aria-busy />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 max-sm:px-4">
      <div className="m-auto w-full max-w-140 py-8">
        <ParleyMark className="mb-5 h-10" />
        <h2 className="text-title font-semibold">Choose a folder to work in</h2>
        <p className="mt-2 mb-5 max-w-110 text-secondary">
          Parley works with an agent in a folder of yours. It reads what it needs, and asks before it changes
          anything.
        </p>
        <Suspense fallback={null}>
          <OpenFolder opening={opening} />
        </Suspense>
        {agent !== 'guide' && (
          <p className="mt-3 text-second text-tertiary wrap-anywhere">New chats start with {chosen}.</p>
        )}
        {opening.problem !== null && (
          <div className="mt-3">
            <ProblemLine>{opening.problem}</ProblemLine>
          </div>
        )}
        {recent.length > 0 && <RecentFolders folders={recent} opening={opening} />}
        <div className={`mt-6 grid gap-3 ${agent === 'guide' ? 'sm:grid-cols-2' : ''}`}>
          <GuideTile opening={opening} />
          {agent === 'guide' && <ModelTile />}
        </div>
        <div className="mt-3">
          <AgentTile
            names={hosted.map(({ name }) => name)}
            open={connecting}
            onToggle={() => setConnecting(!connecting)}
          />
        </div>
        {connecting && found !== null && (
          <div className="mt-3">
            <Suspense fallback={null}>
              <FoundAgents
                agents={found.agents}
                busy={opening.busy}
                onTry={(open) => void opening.start(open)}
              />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  );
}

/** Opens a folder by the system's own dialog, or by its path where there is none. The button stays until its field has loaded. */
function OpenFolder({ opening }: { opening: Opening }) {
  const { createWorkspace, requestCaret } = useParley();
  const [typing, setTyping] = useState(false);
  const host = window.parleyHost;

  async function choose(): Promise<string | null> {
    const folder = (await host?.chooseFolder().catch(() => null)) ?? null;
    return folder === null ? null : createWorkspace(folder);
  }

  if (typing) return <FolderForm onDone={requestCaret} />;
  return (
    <Button
      look="primary"
      autoFocus
      className="min-h-10! px-4.5! text-body! [&_svg]:size-4.25!"
      aria-disabled={opening.busy}
      onClick={() => {
        if (host === undefined) startTransition(() => setTyping(true));
        else void opening.start(choose);
      }}
    >
      <FolderOpen aria-hidden />
      Open a folder
    </Button>
  );
}
