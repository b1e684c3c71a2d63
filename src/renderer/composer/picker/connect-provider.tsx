import { ChevronRight } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Agents, ProviderId, ProviderInfo } from '../../../shared/providers/provider.ts';
import { useAgentSettings } from '../../settings/use-agent-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { isConnected, type ModelsByProvider } from './agent-choices.ts';

type UnconnectedProvidersProps = {
  agents: Agents;
  models: ModelsByProvider;
  current: string;
  onUse(agent: string): void;
};

/** Providers that lack a key or an address, each with a field for it. */
export function UnconnectedProviders({ agents, models, current, onUse }: UnconnectedProvidersProps) {
  const [open, setOpen] = useState<ProviderId | null>(null);
  const listed = agents.providers.filter(
    (provider) => provider.id === open || !isConnected(provider, models, current),
  );
  if (listed.length === 0) return null;
  return (
    <div role="group" aria-label="Not connected" className="mt-1.5 border-t border-hairline pt-1">
      <div aria-hidden className="px-2.5 pt-1.5 pb-1 text-small text-tertiary">
        Not connected
      </div>
      {listed.map((provider) => (
        <div key={provider.id}>
          <button
            type="button"
            aria-expanded={open === provider.id}
            onClick={() => setOpen(open === provider.id ? null : provider.id)}
            className="hit flex w-full items-center gap-2 rounded-small px-2.5 py-1 text-start hover:bg-hover"
          >
            <span className="flex-1">{provider.name}</span>
            <span className="text-second text-secondary">
              {provider.needsKey === 'yes' ? 'Add a key' : 'Add an address'}
            </span>
            <ChevronRight
              aria-hidden
              className={`size-3.5 text-tertiary ${open === provider.id ? 'rotate-90' : ''}`}
            />
          </button>
          {open === provider.id && <KeyForm provider={provider} newAgent={agents.newAgent} onUse={onUse} />}
        </div>
      ))}
    </div>
  );
}

type Progress =
  | { status: 'entering'; problem: string | null }
  | { status: 'busy' }
  | { status: 'connected'; models: readonly string[] };

type KeyFormProps = {
  provider: ProviderInfo;
  newAgent: Agents['newAgent'];
  /** Called with the agent that is to work in the chat. */
  onUse(agent: string): void;
};

/** Takes the key or address that a provider lacks, then offers its first model. */
function KeyForm({ provider, newAgent, onUse }: KeyFormProps) {
  const { id, name, needsKey, address } = provider;
  const { saveProvider, checkProvider } = useAgentSettings();
  const [entry, setEntry] = useState('');
  const [progress, setProgress] = useState<Progress>({ status: 'entering', problem: null });
  const field = useRef<HTMLInputElement>(null);
  const takesKey = needsKey === 'yes';
  useEffect(() => field.current?.focus(), []);

  async function connect(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (entry.trim() === '' || progress.status === 'busy') return;
    setProgress({ status: 'busy' });
    const problem = await saveProvider(id, takesKey ? { key: entry } : { address: entry });
    if (problem !== null) return setProgress({ status: 'entering', problem });
    const check = await checkProvider(id);
    if (!check.ok) return setProgress({ status: 'entering', problem: check.problem });
    setProgress({ status: 'connected', models: check.models.map(({ id: model }) => model) });
  }

  if (progress.status === 'connected')
    return <Connected {...{ provider, newAgent, onUse }} models={progress.models} />;
  const isBusy = progress.status === 'busy';
  return (
    <form
      aria-label={`Connect ${name}`}
      onSubmit={(event) => void connect(event)}
      className="flex flex-col gap-2 px-2.5 pt-1 pb-2.5"
    >
      <div className="flex gap-2">
        <input hidden readOnly autoComplete="username" value={id} />
        <TextInput
          ref={field}
          mono
          aria-label={takesKey ? `Key for ${name}` : `Address of ${name}`}
          type={takesKey ? 'password' : 'text'}
          inputMode={takesKey ? undefined : 'url'}
          autoComplete={takesKey ? 'new-password' : 'off'}
          placeholder={takesKey ? 'Paste the key' : address.usual || 'http://127.0.0.1:1234/v1'}
          value={entry}
          onChange={({ target }) => setEntry(target.value)}
        />
        <Button type="submit" look="primary" disabled={entry.trim() === '' || isBusy}>
          {isBusy ? 'Connecting…' : 'Save'}
        </Button>
      </div>
      {progress.status === 'entering' && progress.problem !== null && (
        <ProblemLine>{progress.problem}</ProblemLine>
      )}
    </form>
  );
}

function Connected({
  provider: { id, name },
  newAgent,
  onUse,
  models,
}: KeyFormProps & { models: readonly string[] }) {
  const { setNewAgent } = useAgentSettings();
  const [first] = models;
  // What the environment sets wins over what is stored.
  const isFixed = newAgent.source === 'environment';

  function take(model: string): void {
    if (!isFixed) void setNewAgent(`${id}/${model}`);
    onUse(`${id}/${model}`);
  }

  return (
    <div
      role="status"
      className="flex flex-col items-start gap-2 px-2.5 pt-1 pb-2.5 text-second text-secondary"
    >
      {`Saved. ${name} is connected.`}
      {first !== undefined && (
        <Button look="primary" className="max-w-full" onClick={() => take(first)}>
          <span className="truncate">
            {isFixed ? `Use ${first} here` : `Use ${first} here and for new chats`}
          </span>
        </Button>
      )}
    </div>
  );
}
