import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { inListOrder, matchesSearch, isInArchiveList } from '../state/app-projection.ts';
import { moveInList } from './list-focus.ts';
import { WorkspaceRow } from './workspace-row.tsx';

/** From how many workspaces on the list can be searched. */
const searchedFrom = 6;

/** The chats, the waiting ones first, and after them those that were archived. */
export function WorkspaceList() {
  const known = useParleyState(({ app }) => app?.workspaces);
  const all = known ?? [];
  const [search, setSearch] = useState('');
  const [archiveOpen, setArchiveOpen] = useState(false);
  const [searchable, setSearchable] = useState(false);
  // Once it is there it stays: what is below it must not move under the pointer.
  if (!searchable && all.length >= searchedFrom) setSearchable(true);
  const sought = searchable ? search.trim() : '';
  const found = inListOrder(all).filter((workspace) => matchesSearch(workspace, sought));
  const archived = found.filter(isInArchiveList);
  return (
    <nav
      aria-label="Workspaces"
      className="flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-2"
      onKeyDown={moveInList}
    >
      {searchable && <Search value={search} onChange={setSearch} />}
      {found.length === 0 && sought !== '' && (
        <p role="status" className="px-3 py-2 text-secondary">
          No workspace has these words.
        </p>
      )}
      {known?.length === 0 && <p className="px-3 py-1 text-second text-secondary">No workspaces yet</p>}
      <Rows workspaces={found.filter((workspace) => !isInArchiveList(workspace))} />
      {archived.length > 0 && (
        <Archived
          workspaces={archived}
          open={archiveOpen || sought !== ''}
          onToggle={() => setArchiveOpen(!archiveOpen)}
        />
      )}
    </nav>
  );
}

type SearchProps = { value: string; onChange(value: string): void };

function Search({ value, onChange }: SearchProps) {
  return (
    <input
      type="search"
      aria-label="Search workspaces"
      placeholder="Search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        onChange('');
      }}
      className="hit sticky top-0 z-1 mb-2 w-full shrink-0 rounded-control border border-edge bg-raised px-3"
    />
  );
}

type ArchivedProps = { workspaces: readonly Workspace[]; open: boolean; onToggle(): void };

function Archived({ workspaces, open, onToggle }: ArchivedProps) {
  const listId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={onToggle}
        className="hit mt-3 flex w-full shrink-0 items-center gap-1.5 rounded-control px-2 text-small text-secondary hover:bg-hover"
      >
        <ChevronRight aria-hidden className={`size-4 ${open ? 'rotate-90' : ''}`} />
        Archived
        <span className="tabular-nums">{workspaces.length}</span>
      </button>
      <div id={listId}>{open && <Rows workspaces={workspaces} />}</div>
    </>
  );
}

function Rows({ workspaces }: { workspaces: readonly Workspace[] }) {
  const { openWorkspace } = useParley();
  const openId = useParleyState((state) => state.openId);
  return (
    <ul className="flex flex-col gap-0.5">
      {workspaces.map((workspace) => (
        <WorkspaceRow
          key={workspace.id}
          workspace={workspace}
          open={workspace.id === openId}
          onOpen={openWorkspace}
        />
      ))}
    </ul>
  );
}
