import { type FormEvent, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { KeyWay } from '../../../shared/workspace/turn-state.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { keyStorageText } from '../../settings/key-storage-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Field, TextInput } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { SignInWayText } from './sign-in-way-text.tsx';

type SignInKeysProps = { workspaceId: WorkspaceId; way: KeyWay; onSent?(): void };

/** The fields of a way to sign in by keys. The input is cleared once main has it. */
export function SignInKeys({ workspaceId, way, onSent }: SignInKeysProps) {
  const { companion } = useParley();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isSet = (variable: string) => (typed.get(variable) ?? '').trim() !== '';
  const isWhole = way.fields.every(({ variable, optional }) => optional || isSet(variable));
  const off = sending || !isWhole || !way.fields.some(({ variable }) => isSet(variable));

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (off) return;
    setSending(true);
    setFailure(null);
    try {
      await companion.client.workspace.signInToAgent({
        workspaceId,
        way: way.id,
        keys: Object.fromEntries(typed),
      });
      setTyped(new Map());
      onSent?.();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      aria-label={visibleText(way.name, 'line')}
      onSubmit={(event) => void send(event)}
      className="flex w-full flex-col gap-2.5"
    >
      <SignInWayText way={way} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-3 gap-y-2.5">
        {way.fields.map((field) => (
          <KeyField
            key={field.variable}
            field={field}
            value={typed.get(field.variable) ?? ''}
            onType={(value) => setTyped((before) => new Map(before).set(field.variable, value))}
          />
        ))}
      </div>
      {failure !== null && <ProblemLine>{failure}</ProblemLine>}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Button type="submit" className="order-last ms-auto" aria-disabled={off}>
          Sign in
        </Button>
        {way.link !== null && <KeyLink address={way.link} />}
      </div>
      <StorageNote />
    </form>
  );
}

type KeyFieldProps = { field: KeyWay['fields'][number]; value: string; onType(value: string): void };

function KeyField({ field: { variable, label, secret, optional }, value, onType }: KeyFieldProps) {
  const shown = visibleText(label === variable ? variable : `${label} (${variable})`, 'line');
  return (
    <Field label={optional ? `${shown}, optional` : shown}>
      {(id) => (
        <TextInput
          id={id}
          mono
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'new-password' : 'off'}
          maxLength={10_000}
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A link to where keys are to be had, with its whole address. */
function KeyLink({ address }: { address: string }) {
  return (
    <Button
      look="quiet"
      className="-ms-2.5 max-w-full shrink text-start wrap-anywhere"
      onClick={() => openOutside(address)}
    >
      <span>
        Get a key at <VisibleText text={address} layout="line" />
      </span>
    </Button>
  );
}

/** Says how keys are stored on this machine. */
function StorageNote() {
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  const dataDir = useParleyState(({ app }) => app?.about.dataDir);
  if (storage === undefined || dataDir === undefined) return null;
  return (
    <p className="text-small text-secondary wrap-anywhere">
      {keyStorageText({ ...storage, file: `${dataDir}/agent-keys.json` })} This agent alone gets them.
    </p>
  );
}
