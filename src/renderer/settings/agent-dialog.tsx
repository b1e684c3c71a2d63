import { useOpenWorkspace, useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialectField } from './dialect-field.tsx';
import { AgentPicker } from './agent-picker.tsx';

/** Chooses who works in the open chat. */
export function AgentDialog() {
  const { view, setAgent, setDialect } = useParley();
  const agents = useParleyState(({ app }) => app?.agents);
  const dialects = useParleyState(({ app }) => app?.dialects);
  const workspace = useOpenWorkspace();
  const close = () => closeDialog(view, 'agent');
  if (agents === undefined || dialects === undefined || workspace === undefined) return null;
  return (
    <Dialog title="Who works in this chat" onClose={close}>
      <p className="mb-4 text-secondary">
        The new agent reads the whole chat with its next request. Other chats keep theirs.
      </p>
      <AgentPicker
        agents={agents}
        agent={workspace.agent.id}
        submitLabel="Use in this chat"
        onChoose={(agent) => {
          setAgent(workspace.id, agent);
          close();
        }}
      />
      <div className="mt-4 border-t border-hairline pt-3">
        <DialectField
          dialects={dialects}
          dialect={workspace.dialect}
          onChoose={(dialect) => setDialect(workspace.id, dialect)}
        />
      </div>
      <div className="mt-4 border-t border-hairline pt-3">
        <Button look="quiet" className="-ms-3" onClick={() => view.setState({ dialog: 'settings' })}>
          Set up keys and addresses
        </Button>
      </div>
    </Dialog>
  );
}
