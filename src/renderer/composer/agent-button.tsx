import { ChevronDown } from 'lucide-react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';

/** Says who works in the chat, and leads to the choice. */
export function AgentButton({ workspace: { agent } }: { workspace: Workspace }) {
  const { view } = useParley();
  const shown = agent.model === '' ? agent.name : agent.model;
  const isSame = shown.toLowerCase() === agent.name.toLowerCase();
  return (
    <button
      type="button"
      aria-label={`Agent: ${isSame ? shown : `${agent.name} · ${shown}`}`}
      title="Choose who works in this chat"
      aria-haspopup="dialog"
      onClick={() => view.setState({ dialog: 'agent' })}
      className={
        'hit ms-1 inline-flex min-w-0 items-center gap-1 rounded-control px-2 text-second text-secondary ' +
        'hover:bg-hover hover:text-ink aria-expanded:bg-selected aria-expanded:text-ink'
      }
    >
      <span className="min-w-0 truncate">{shown}</span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary" />
    </button>
  );
}
