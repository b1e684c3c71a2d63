import { Bot, Compass, Folder, FolderOpen, Plug } from 'lucide-react';
import { type ReactNode, startTransition, Suspense, useEffect, useId, useState } from 'react';
import { visibleText } from '../shared/hidden-characters.ts';
import type { RecentFolder } from '../shared/workspace/workspace.ts';
import { useParley, useParleyState } from './parley-context.tsx';
import { useFoundAgents } from './settings/agents/use-found-agents.ts';
import { shortPath } from './ui/short-path.ts';
import { openPage } from './state/view-store.ts';
import { Button } from './ui/button.tsx';
import { dayOrAgo } from './ui/day-or-ago.ts';
import { folderName } from '../shared/files/folder-name.ts';
import { lazyPart } from './ui/lazy-part.ts';
import { ParleyMark } from './ui/parley-mark.tsx';
import { ProblemLine } from './ui/problem-line.tsx';
import { VisibleText } from './ui/visible-text.tsx';

const FoundAgents = lazyPart(async () => (await import('./settings/agents/found-agents.tsx')).FoundAgents);
const FolderForm = lazyPart(async () => (await import('./sidebar/folder-form.tsx')).FolderForm);

/** Shown while there is no chat: one decision, which folder to work in. */
export function Welcome() {
  const recent = useRecentFolders();
  const opening = useOpening();
  const agent = useParleyState(({ app }) => app?.agents.newAgent.agent) ?? 'guide';
  const found = useFoundAgents();
  const [connecting, setConnecting] = useState(false);
  const external = found?.agents.filter(({ state }) => state !== 'missing') ?? [];
  const chosen = external.find((one) => one.agent === agent)?.name ?? agent;
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
            names={external.map(({ name }) => name)}
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

/**
 * Opens a folder by the system's dialog, or by its path where there is none. The button stays until the field has
 * loaded.
 */
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

function GuideTile({ opening }: { opening: Opening }) {
  const { showGuide } = useParley();
  const folder = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  return (
    <Tile
      icon={<Compass aria-hidden />}
      name="Try it with the guide"
      busy={opening.busy}
      onChoose={() => void opening.start(() => showGuide(folder))}
    >
      Offline, without an account. It asks you about{' '}
      <span className="text-ink wrap-anywhere" title={visibleText(folder, 'line')}>
        <VisibleText text={folderName(folder)} layout="line" />
      </span>{' '}
      and writes a plan. Once you approve that, it makes one small change there, which you can undo.
    </Tile>
  );
}

function ModelTile() {
  const { view } = useParley();
  return (
    <Tile
      icon={<Plug aria-hidden />}
      name="Connect a model"
      onChoose={() => openPage(view, { name: 'settings', part: 'models' })}
    >
      With a key for Claude, OpenAI or Gemini, or with a model on this machine by Ollama.
    </Tile>
  );
}

type AgentTileProps = { names: readonly string[]; open: boolean; onToggle(): void };

function AgentTile({ names, open, onToggle }: AgentTileProps) {
  return (
    <Tile icon={<Bot aria-hidden />} name="Connect an agent" expanded={open} onChoose={onToggle}>
      <span className="block min-h-[2lh]">
        {names.length === 0
          ? 'Your own Claude Code, Codex, Gemini CLI, OpenCode, Qwen Code or Kimi, in this window.'
          : `${inWords(names)} ${names.length === 1 ? 'is' : 'are'} on this machine and can work in this window.`}
      </span>
    </Tile>
  );
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names.map((name) => visibleText(name, 'line')));
}

type TileProps = {
  icon: ReactNode;
  name: string;
  busy?: boolean;
  /** Given where it opens something below. */
  expanded?: boolean;
  onChoose(): void;
  children: ReactNode;
};

function Tile({ icon, name, busy = false, expanded, onChoose, children }: TileProps) {
  return (
    <div className="relative grid grid-cols-[16px_1fr] content-start gap-x-2.5 gap-y-0.5 rounded-card border border-hairline px-4 py-3.5 hover:bg-hover [&_svg]:size-4 [&_svg]:text-secondary">
      <span className="mt-[3px]">{icon}</span>
      {/* Its press reaches over the whole tile. */}
      <button
        type="button"
        aria-disabled={busy}
        aria-expanded={expanded}
        onClick={onChoose}
        className="text-start font-medium after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
      >
        {name}
      </button>
      <p className="col-start-2 text-second text-pretty text-secondary">{children}</p>
    </div>
  );
}

/** How long the page waits for recent folders, in milliseconds; nothing moves in it later. */
const patience = 400;

/** Returns the recent folders; null until they are there, or if they are too slow. */
function useRecentFolders(): readonly RecentFolder[] | null {
  const { companion } = useParley();
  const [folders, setFolders] = useState<readonly RecentFolder[] | null>(null);
  useEffect(() => {
    const settle = (found: readonly RecentFolder[]) => setFolders((known) => known ?? found);
    const timer = setTimeout(settle, patience, []);
    companion.client.app.recentFolders().then(settle, () => settle([]));
    return () => clearTimeout(timer);
  }, [companion]);
  return folders;
}

type RecentFoldersProps = { folders: readonly RecentFolder[]; opening: Opening };

function RecentFolders({ folders, opening }: RecentFoldersProps) {
  const { createWorkspace } = useParley();
  const [now] = useState(Date.now);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <h3 id={titleId} className="mb-2 text-small font-medium text-tertiary">
        Recent folders on this machine
      </h3>
      <ul className="overflow-clip rounded-card border border-hairline bg-raised">
        {folders.map(({ folder, shown, changedAt }) => (
          <li key={folder} className="group">
            <button
              type="button"
              title={visibleText(folder, 'line')}
              onClick={() => void opening.start(() => createWorkspace(folder))}
              className="block w-full px-4 text-start hover:bg-hover focus-visible:outline-offset-[-4px]"
            >
              <span className="flex min-h-11 items-center gap-3 border-t border-hairline group-first:border-transparent">
                <Folder aria-hidden className="size-4 shrink-0 text-tertiary" />
                <span className="max-w-1/2 shrink-0 truncate font-medium">
                  <VisibleText text={folderName(folder)} layout="line" />
                </span>
                <span className="min-w-0 flex-1 truncate text-second text-tertiary">
                  <VisibleText text={shortPath(shown)} layout="line" />
                </span>
                <span className="shrink-0 text-small text-tertiary tabular-nums">
                  {dayOrAgo(changedAt, now)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The state of opening a folder; ignored while one attempt is under way. */
function useOpening() {
  const { requestCaret } = useParley();
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  /** `open` resolves to a problem for the person, or to null once a chat is open. */
  async function start(open: () => Promise<string | null>): Promise<void> {
    if (state.busy) return;
    setState({ busy: true, problem: null });
    const problem = await open();
    if (problem === null) requestCaret();
    setState({ busy: false, problem });
  }

  return { ...state, start };
}

type Opening = ReturnType<typeof useOpening>;
