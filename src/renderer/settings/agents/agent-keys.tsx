import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { KeyWay } from '../../../shared/workspace/turn-state.ts';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { SignInKeys } from '../../transcript/sign-in/sign-in-keys.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { keyStorageText } from '../key-storage-text.ts';
import { useSaving } from '../setting-row.tsx';

type AgentKeysProps = {
  agent: ExternalAgent;
  /** Called when its keys have changed. */
  onChanged(): void;
};

/**
 * The keys of an agent: the field for the one that Parley knows, or the fields that it asked for in a chat that waits, and
 * by name any other that was entered.
 */
export function AgentKeys({ agent, onChanged }: AgentKeysProps) {
  const { keys, keyWays, signInChat, name } = agent;
  const { openWorkspace } = useParley();
  const own = signInChat === null ? keyWays : [];
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const inFields = new Set(own.flatMap(({ fields }) => fields.map(({ variable }) => variable)));
  const others = [...new Set([...keys, ...removed])].filter((variable) => !inFields.has(variable));
  const removal = (variable: string) => (
    <KeyRemoval
      {...{ agent, variable, onChanged }}
      isRemoved={removed.includes(variable)}
      onRemoved={() => setRemoved((before) => [...before, variable])}
    />
  );
  return (
    <>
      {own.map((way) => (
        <KeyForm key={way.id} {...{ agent, way, onChanged, removal }} />
      ))}
      {others.length > 0 && (
        <ul aria-label={visibleText(`Keys of ${name}`, 'line')} className="flex flex-col gap-1">
          {others.map((variable) => (
            <li key={variable} className="flex flex-wrap items-center gap-x-3">
              <code className="min-w-0 flex-1 font-mono text-code wrap-anywhere text-ink">{variable}</code>
              {removal(variable)}
            </li>
          ))}
        </ul>
      )}
      {signInChat !== null &&
        keyWays.map((way) => (
          <SignInKeys
            key={way.id}
            workspaceId={signInChat}
            way={way}
            onSent={() => openWorkspace(signInChat)}
          />
        ))}
    </>
  );
}

type KeyFormProps = AgentKeysProps & { way: KeyWay; removal(variable: string): ReactNode };

/** The field for the key of an agent's vendor, which is never shown again once it is stored. */
function KeyForm({ agent, way: { fields, link, name }, onChanged, removal }: KeyFormProps) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const [typed, setTyped] = useState('');
  const id = useId();
  const [field] = fields;
  if (field === undefined) return null;
  const { variable, label } = field;
  const isSet = agent.keys.includes(variable);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed.trim() === '') return;
    const call = companion.client.agents.saveKeys({ agent: agent.agent, keys: { [variable]: typed } });
    if ((await save(call.then(() => null, failureText))) !== null) return;
    setTyped('');
    onChanged();
  }

  return (
    <form
      aria-label={visibleText(`${name} of ${agent.name}`, 'line')}
      onSubmit={(event) => void submit(event)}
      className="rounded-control border border-edge"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
        <label htmlFor={id} className="shrink-0 text-ink">
          {label}
        </label>
        {/* Tells password managers whose key this is. */}
        <input hidden readOnly autoComplete="username" value={agent.agent} />
        <TextInput
          id={id}
          mono
          type="password"
          autoComplete="new-password"
          maxLength={10_000}
          className="flex-1 basis-48"
          value={typed}
          placeholder={isSet ? '••••••••••••••••' : ''}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary" aria-disabled={typed.trim() === ''}>
          {isSet ? 'Replace key' : 'Save key'}
        </Button>
        {removal(variable)}
        {problem !== null && (
          <div className="basis-full">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 border-t border-hairline px-3 py-1.5 text-small text-secondary">
        <KeyPlace name={agent.name} />
        {link !== null && <KeyLink address={link} />}
      </div>
    </form>
  );
}

/** Says how keys are stored here, and who gets this one. */
function KeyPlace({ name }: { name: string }) {
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  const dataDir = useParleyState(({ app }) => app?.about.dataDir);
  if (storage === undefined || dataDir === undefined) return null;
  return (
    <p className="flex min-w-0 flex-1 basis-60 items-baseline gap-2">
      <Lock aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      <span className="min-w-0 wrap-anywhere">
        {keyStorageText({ ...storage, file: `${dataDir}/agent-keys.json` })}{' '}
        <VisibleText text={`${name} alone gets it, when it starts.`} layout="line" />
      </span>
    </p>
  );
}

function KeyLink({ address }: { address: string }) {
  return (
    <Button
      look="quiet"
      className="-me-2"
      aria-label={`Get a key at ${address}`}
      onClick={() => openOutside(address)}
    >
      Get a key
    </Button>
  );
}

type KeyRemovalProps = AgentKeysProps & { variable: string; isRemoved: boolean; onRemoved(): void };

/** Removes a key that is set, or puts back one that was removed here. */
function KeyRemoval({ agent: { agent, keys }, variable, isRemoved, onRemoved, onChanged }: KeyRemovalProps) {
  const { companion } = useParley();
  const { agents } = companion.client;
  const { problem, save } = useSaving();
  const isSet = keys.includes(variable);

  async function change(call: Promise<unknown>): Promise<void> {
    if ((await save(call.then(() => null, failureText))) !== null) return;
    if (isSet) onRemoved();
    onChanged();
  }

  const remove = () => void change(agents.removeKey({ agent, variable }));
  const undo = () => void change(agents.undoRemoveKey({ agent, variable }));
  return (
    <>
      {isSet && (
        <Button look="quiet" className="text-danger!" aria-label={`Remove ${variable}`} onClick={remove}>
          Remove
        </Button>
      )}
      {isRemoved && !isSet && (
        <span role="status" className="flex items-center gap-1">
          Key removed.
          <Button look="quiet" aria-label={`Undo removing ${variable}`} onClick={undo}>
            Undo
          </Button>
        </span>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
    </>
  );
}
