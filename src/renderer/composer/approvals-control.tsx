import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';

const words = { ask: 'Ask before edits', 'auto-edits': 'Edit without asking' } as const;

/** Says who applies the agent's edits from the next preview on. Plans and marked files wait for the person either way. */
export function ApprovalsControl({ workspace }: { workspace: Workspace }) {
  const { setApprovals } = useParley();
  const { id, approvals } = workspace;
  return (
    <select
      aria-label="Edits"
      title="Who applies the agent’s edits; plans, and files that run code later, hold secrets or steer agents, always wait for you"
      value={approvals}
      onChange={({ target }) => setApprovals(id, target.value === 'auto-edits' ? 'auto-edits' : 'ask')}
      className="hit max-w-40 min-w-0 truncate rounded-control bg-transparent px-1.5 text-minor text-secondary hover:bg-hover hover:text-ink"
    >
      {Object.entries(words).map(([value, label]) => (
        <option key={value} value={value} className="bg-raised text-ink">
          {label}
        </option>
      ))}
    </select>
  );
}
