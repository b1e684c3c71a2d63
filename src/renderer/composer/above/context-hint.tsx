import { Gauge } from 'lucide-react';
import { contextShare } from '../../../shared/workspace/context-share.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { summarise } from '../../state/chat/course-intents.ts';
import { Button } from '../../ui/button.tsx';

/** Says that a chat has nearly filled what its model reads, and offers to make room. */
export function ContextHint({ workspace }: { workspace: Workspace }) {
  const parley = useParley();
  const { id, turn, agent } = workspace;
  return (
    <section
      aria-label="Context"
      className="mx-3 flex min-h-9 items-center gap-2 rounded-t-card border border-b-0 border-hairline bg-window ps-3 pe-1 text-second text-secondary [section+&]:rounded-t-none"
    >
      <Gauge aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1">{contextShare(workspace)} % of what the model can read is used.</p>
      {agent.inLoop && turn.status !== 'working' && (
        <Button
          look="quiet"
          title="The agent then reads a summary of the earlier messages; they stay in the chat"
          onClick={() => {
            void summarise(parley, id);
            parley.requestCaret();
          }}
        >
          Summarise
        </Button>
      )}
    </section>
  );
}
