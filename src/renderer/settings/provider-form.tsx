import { type FormEvent, useState } from 'react';
import type { ProviderInfo } from '../../shared/providers/provider.ts';
import type { ProviderEntry } from '../state/agent-settings.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/text-input.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { DoneLine } from './done-line.tsx';

type Report = { kind: 'busy' | 'done' | 'problem'; text: string };

/** A provider's key and address. What was entered can be tested before it is stored. */
export function ProviderForm({ provider }: { provider: ProviderInfo }) {
  const { id, name, needsKey, key: known, address } = provider;
  const { saveProvider, checkProvider } = useParley();
  const [key, setKey] = useState('');
  const [place, setPlace] = useState(address.value);
  const [report, setReport] = useState<Report | null>(null);
  const fromOutside = address.source === 'environment';
  const entry = { ...(fromOutside ? {} : { address: place }), ...(key.trim() === '' ? {} : { key }) };
  const nothingToEnter = fromOutside && (needsKey === 'no' || known.source === 'environment');

  async function test(): Promise<void> {
    if (report?.kind === 'busy') return;
    setReport({ kind: 'busy', text: `Asking ${name}…` });
    const check = await checkProvider(id, entry);
    setReport(check.ok ? { kind: 'done', text: worksWords(check.models.length) } : problem(check.problem));
  }

  async function save(change: ProviderEntry, done: string): Promise<void> {
    const failed = await saveProvider(id, change);
    setReport(failed === null ? { kind: 'done', text: done } : problem(failed));
    if (failed === null) setKey('');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(
      entry,
      `Saved. You can choose ${name} for new workspaces above, or under the message of a chat.`,
    );
  }

  return (
    <form onSubmit={submit} aria-label={name} className="flex flex-col gap-3 px-3 pt-1 pb-4 ps-9 max-sm:ps-3">
      <KeyField provider={provider} value={key} onType={setKey} />
      <AddressField provider={provider} value={place} onType={setPlace} />
      <div className="flex flex-wrap justify-end gap-2">
        {known.source === 'stored' && (
          <Button look="quiet" onClick={() => void save({ key: '' }, 'The key was removed.')}>
            Remove key
          </Button>
        )}
        <Button onClick={() => void test()} aria-disabled={report?.kind === 'busy'}>
          Test
        </Button>
        {!nothingToEnter && (
          <Button type="submit" look="primary">
            Save
          </Button>
        )}
      </div>
      {report !== null && <ReportLine report={report} />}
    </form>
  );
}

function KeyField({ provider, value, onType }: FieldProps) {
  const { needsKey, key, id } = provider;
  if (needsKey === 'no') return null;
  if (key.source === 'environment') return <FromEnvironment what="Key" variable={key.variable} />;
  const stored = key.source === 'stored';
  return (
    <Field label={needsKey === 'optional' ? 'Key, if it wants one' : 'Key'}>
      {(field) => (
        <>
          {/* Tells password managers whose key this is. */}
          <input hidden readOnly autoComplete="username" value={id} />
          <TextInput
            id={field}
            mono
            type="password"
            name={`${id}-key`}
            autoComplete="new-password"
            value={value}
            placeholder={stored ? 'One is stored; enter another to replace it' : ''}
            onChange={(event) => onType(event.target.value)}
          />
        </>
      )}
    </Field>
  );
}

function AddressField({ provider, value, onType }: FieldProps) {
  const { address } = provider;
  if (address.source === 'environment') {
    return <FromEnvironment what={`Address ${address.value}`} variable={address.variable} />;
  }
  return (
    <Field label="Address">
      {(field) => (
        <TextInput
          id={field}
          mono
          inputMode="url"
          value={value}
          placeholder={address.usual || 'http://127.0.0.1:1234/v1'}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}

type FieldProps = { provider: ProviderInfo; value: string; onType(value: string): void };

function FromEnvironment({ what, variable }: { what: string; variable: string | null }) {
  return (
    <p className="text-second text-secondary wrap-anywhere">
      {what}: set by {variable}, which wins over what is stored here.
    </p>
  );
}

function ReportLine({ report: { kind, text } }: { report: Report }) {
  switch (kind) {
    case 'busy':
      return (
        <p role="status" className="text-second text-secondary">
          {text}
        </p>
      );
    case 'done':
      return <DoneLine>{text}</DoneLine>;
    case 'problem':
      return <ProblemLine>{text}</ProblemLine>;
  }
}

function problem(text: string): Report {
  return { kind: 'problem', text };
}

function worksWords(models: number): string {
  return models === 0
    ? 'It works, but names no models.'
    : `It works, and has ${models} ${models === 1 ? 'model' : 'models'}.`;
}
