import { useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import { useOpenWorkspace, useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog, openPage } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/text-input.tsx';
import { Select } from '../ui/select.tsx';
import { AgentPicker } from './agent-picker.tsx';

type DialectFieldProps = {
  dialects: AppState['dialects'];
  /** The one that is fixed, or null where the agent decides. */
  dialect: DialectId | null;
  /** Resolves to whether it was done. */
  onChoose(dialect: DialectId | null): Promise<boolean>;
};

/**
 * Chooses by which tool the agent of a chat asks; it counts from the next request. A choice shows at
 * once, so that arrow keys can follow one another faster than it is stored.
 */
export function DialectField({ dialects, dialect, onChoose }: DialectFieldProps) {
  const [wish, setWish] = useState<{ dialect: DialectId | null } | null>(null);

  async function choose(chosen: DialectId | null): Promise<void> {
    const own = { dialect: chosen };
    setWish(own);
    if (!(await onChoose(chosen))) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <Field label="Asks by">
      {(id) => (
        <Select
          id={id}
          value={(wish ?? { dialect }).dialect ?? ''}
          onChange={({ target }) =>
            void choose(dialects.find((known) => known.id === target.value)?.id ?? null)
          }
        >
          <option value="">What fits the agent</option>
          {dialects.map(({ id: value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

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
        <Button
          look="quiet"
          className="-ms-3"
          onClick={() => openPage(view, { name: 'settings', part: 'models' })}
        >
          Set up keys and addresses
        </Button>
      </div>
    </Dialog>
  );
}
