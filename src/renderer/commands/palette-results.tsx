import {
  ArrowRight,
  Check,
  Download,
  FoldVertical,
  FolderOpen,
  GitBranch,
  History,
  Inbox,
  Info,
  Keyboard,
  Link,
  type LucideIcon,
  MessageSquare,
  PanelLeft,
  Scan,
  Search,
  Settings2,
  ShieldCheck,
  SlidersHorizontal,
  Square,
  SquarePen,
  SunMoon,
  TextCursorInput,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { NamedCommandId } from '../../shared/commands/command.ts';
import { entryOutcome } from '../../shared/ledger/ledger-text.ts';
import { begunOn } from '../../shared/worktrees/begun-on.ts';
import { OutcomeWord } from '../ledger/outcome-word.tsx';
import { shortcut } from '../shortcut.ts';
import { AgentMark } from '../ui/agent-mark.tsx';
import { KeyCap, KeyCaps } from '../ui/key-caps.tsx';
import { ListOption } from '../ui/list-option.tsx';
import { MarkedRanges } from '../ui/marked.tsx';
import { shortPath } from '../ui/short-path.ts';
import type { Listbox, ListboxOption } from '../ui/use-listbox.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

type PaletteResultsProps = { groups: readonly PaletteGroup[]; listbox: Listbox };

/** What was found, in groups, and the keys that lead through it. */
export function PaletteResults({ groups, listbox }: PaletteResultsProps) {
  let index = 0;
  return (
    <>
      <div
        {...listbox.list}
        aria-label="Found"
        className="max-h-[min(34rem,64dvh)] overflow-y-auto px-2 pb-2 empty:hidden"
      >
        {groups.map(({ title, entries }) => (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden className="px-2.5 pt-3 pb-1 text-small font-medium text-secondary">
              {title}
            </div>
            {entries.map((entry) => (
              <PaletteOption key={entry.key} option={listbox.option(index++)} entry={entry} />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-4.5 py-3 text-secondary empty:hidden">
        {groups.length === 0 && 'Nothing found.'}
      </p>
      <Keys />
    </>
  );
}

/** The keys of the list; who has none needs no words about them. */
function Keys() {
  return (
    <p
      aria-hidden
      className="flex min-h-10 items-center gap-4 border-t border-hairline px-4.5 text-small text-secondary pointer-coarse:hidden"
    >
      <span className="flex items-center gap-1.5">
        <KeyCap>↑</KeyCap>
        <KeyCap>↓</KeyCap>
        Move
      </span>
      <span className="flex items-center gap-1.5">
        <KeyCap>Enter</KeyCap>
        Open
      </span>
      <span className="ms-auto flex items-center gap-1.5">
        <KeyCap>Esc</KeyCap>
        Close
      </span>
    </p>
  );
}

type PaletteOptionProps = { option: ListboxOption; entry: PaletteEntry };

function PaletteOption({ option, entry }: PaletteOptionProps) {
  const keys =
    entry.kind === 'command' || entry.kind === 'workspace'
      ? entry.command && shortcut(entry.command)
      : undefined;
  return (
    <ListOption option={option} className="min-h-9 gap-3">
      <EntryMark entry={entry} />
      <span className="min-w-0 shrink-0 truncate max-w-[62%]">
        <MarkedRanges text={entry.words} ranges={entry.marks} />
      </span>
      <EntryAbout entry={entry} />
      <span className="ms-auto shrink-0 ps-2">
        {keys === undefined ? <EntryState entry={entry} /> : <KeyCaps keys={keys.text} />}
      </span>
    </ListOption>
  );
}

const commandIcons: Record<NamedCommandId, LucideIcon> = {
  'new-chat': SquarePen,
  'new-chat-from': GitBranch,
  'new-workspace': FolderOpen,
  'copy-link': Link,
  export: Download,
  settings: Settings2,
  'focus-composer': TextCursorInput,
  find: Search,
  compact: FoldVertical,
  'allowed-here': ShieldCheck,
  stop: Square,
  palette: Search,
  ledger: History,
  queue: Inbox,
  'toggle-sidebar': PanelLeft,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  'zoom-reset': Scan,
  'next-waiting': ArrowRight,
  shortcuts: Keyboard,
  about: Info,
};

/** Icons of entries that are nobody's. */
const icons: Record<'theme' | 'setting' | 'decision' | 'line', LucideIcon> = {
  theme: SunMoon,
  setting: SlidersHorizontal,
  decision: History,
  line: MessageSquare,
};

function EntryMark({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'workspace':
      return <AgentMark of={entry.workspace.agent.id} size={16} />;
    case 'agent':
      return <AgentMark of={entry.agent} size={16} />;
    case 'command': {
      const Icon = commandIcons[entry.command];
      return <Icon aria-hidden className={iconLook} />;
    }
    case 'theme':
    case 'setting':
    case 'decision':
    case 'line': {
      const Icon = icons[entry.kind];
      return <Icon aria-hidden className={iconLook} />;
    }
  }
}

const iconLook = 'size-4 shrink-0 text-tertiary';

/** What tells an entry from others of the same words, in quiet text. */
function EntryAbout({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'command':
    case 'theme':
      return null;
    case 'workspace':
      return entry.workspace.waiting > 0 ? (
        <span className="min-w-0 truncate text-small font-medium text-accent-ink">Needs you</span>
      ) : (
        <About text={shortPath(begunOn(entry.workspace))} />
      );
    case 'agent':
      return <About text="for this chat" />;
    case 'setting':
      return <About text={entry.about} />;
    case 'decision':
      return <About text={entry.entry.workspace.name} />;
    case 'line':
      return <About text={entry.workspace.name} />;
  }
}

function About({ text }: { text: string }) {
  return (
    <span dir="auto" className="min-w-0 truncate text-small text-secondary">
      <VisibleText text={text} layout="line" />
    </span>
  );
}

/** How it stands with an entry, at its end. */
function EntryState({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'agent':
    case 'theme':
      return entry.isCurrent ? (
        <>
          <Check aria-hidden className="size-4" />
          <span className="sr-only">, chosen now</span>
        </>
      ) : null;
    case 'decision':
      return <OutcomeWord outcome={entryOutcome(entry.entry)} query="" />;
    case 'workspace':
    case 'command':
    case 'setting':
    case 'line':
      return null;
  }
}
