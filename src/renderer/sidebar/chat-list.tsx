import { Archive } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParleyState } from '../parley-context.tsx';
import { type ChatSections, chatSections, inPlacesOf } from '../state/chat-sections.ts';
import { folderNames } from '../ui/folder-name.ts';
import { ChatRows } from './chat-row.tsx';
import type { ChatPlace } from './chat-row-face.tsx';
import { FolderGroup } from './folder-group.tsx';
import { FoldedGroup } from './folded-group.tsx';
import { moveInList } from './list-focus.ts';
import { ListTime, useListTime } from './list-time.ts';
import { listedAt } from './time-ago.ts';

const noFolders = {};

/** All chats: what waits, what is pinned, folder by folder, and what was put away. */
export function ChatList() {
  const chats = useParleyState(({ app }) => app?.workspaces);
  const hiddenFolders = useParleyState(({ app }) => app?.settings.hiddenFolders) ?? noFolders;
  const nav = useRef<HTMLElement>(null);
  const now = useListTime((chats ?? []).map(listedAt));
  const sections = useSteadyPlaces(chatSections(chats ?? [], hiddenFolders), nav);
  const { needsYou, pinned, groups, hidden, archived } = sections;
  const names = folderNames([...groups, ...hidden].flatMap(({ folder }) => folder ?? []));
  const nameOf = (folder: string | null) =>
    folder === null ? 'From elsewhere' : (names.get(folder) ?? folder);
  return (
    <ListTime value={now}>
      <nav
        ref={nav}
        aria-label="Chats"
        className="fade-below flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-8"
        onKeyDown={moveInList}
      >
        {needsYou.length > 0 && (
          <Section label="Needs you" waits count={needsYou.length} chats={needsYou} place="needs-you" />
        )}
        {pinned.length > 0 && <Section label="Pinned" chats={pinned} place="pinned" />}
        {groups.map((group) => (
          <FolderGroup key={group.folder} group={group} name={nameOf(group.folder)} />
        ))}
        {hidden.length > 0 && (
          <FoldedGroup label="Hidden folders" count={hidden.length}>
            {hidden.map((group) => (
              <FolderGroup key={group.folder} group={group} name={nameOf(group.folder)} isHidden />
            ))}
          </FoldedGroup>
        )}
        {archived.length > 0 && (
          <FoldedGroup label="Archived" icon={<Archive aria-hidden />} count={archived.length}>
            <ChatRows chats={archived} place="archived" />
          </FoldedGroup>
        )}
      </nav>
    </ListTime>
  );
}

/** While the person moves through the list by keys its chats keep their places. */
function useSteadyPlaces(now: ChatSections, nav: RefObject<HTMLElement | null>): ChatSections {
  const [isSteady, setSteady] = useState(false);
  const [before, setBefore] = useState(now);
  useEffect(() => {
    const over = new AbortController();
    const look = () => {
      const focused = nav.current?.querySelector(':focus-visible') ?? null;
      setSteady(focused !== null);
    };
    const soon = () => requestAnimationFrame(look);
    nav.current?.addEventListener('focusin', soon, over);
    nav.current?.addEventListener('focusout', soon, over);
    return () => over.abort();
  }, [nav]);
  const shown = isSteady ? inPlacesOf(now, before) : now;
  // What is shown is what the next one keeps to, also where chats came and went meanwhile.
  if (!hasSamePlaces(shown, before)) setBefore(shown);
  return shown;
}

function hasSamePlaces(one: ChatSections, other: ChatSections): boolean {
  return placesOf(one) === placesOf(other);
}

function placesOf({ needsYou, pinned, groups, hidden, archived }: ChatSections): string {
  const ids = (chats: readonly Workspace[]) => chats.map(({ id }) => id);
  const ofGroups = [...groups, ...hidden].map(({ folder, chats }) => [folder, ids(chats)]);
  return JSON.stringify([ids(needsYou), ids(pinned), ofGroups, ids(archived)]);
}

type SectionProps = {
  label: string;
  waits?: boolean;
  count?: number;
  chats: readonly Workspace[];
  place: ChatPlace;
};

function Section({ label, waits = false, count, chats, place }: SectionProps) {
  return (
    <section aria-label={label}>
      <h2
        className={`mt-4 flex h-7 items-center px-2.5 text-small font-medium ${waits ? 'text-accent-ink' : 'text-tertiary'}`}
      >
        {label}
        {count !== undefined && <span className="ms-auto tabular-nums">{count}</span>}
      </h2>
      <ChatRows chats={chats} place={place} />
    </section>
  );
}
