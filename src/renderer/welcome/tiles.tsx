import { Bot, Compass, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { folderName } from '../ui/folder-name.ts';
import { openPage } from '../state/view-store.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { Opening } from './use-opening.ts';

/** The way without an account: the guide, on the folder that is suggested. */
export function GuideTile({ opening }: { opening: Opening }) {
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

/** The way to a model of the person's own: its key, in Settings. */
export function ModelTile() {
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

/** The way to an agent that the person has already, such as Claude Code. */
export function AgentTile({ names, open, onToggle }: AgentTileProps) {
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
