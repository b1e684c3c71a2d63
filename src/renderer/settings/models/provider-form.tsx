import { Check, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ListedModel, ProviderInfo } from '../../../shared/providers/provider.ts';
import { useParleyState } from '../../parley-context.tsx';
import type { ProviderEntry } from '../../state/agent-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { keyStorageText } from '../key-storage-text.ts';
import { useSaving } from '../setting-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';
import { FoundModels } from './found-models.tsx';
import { RequestParameters } from './request-parameters.tsx';

type Report =
  | { kind: 'busy'; text: string }
  | { kind: 'done'; models: readonly ListedModel[]; proxy: string | null }
  | { kind: 'problem'; text: string; details: string | null };

/** Stores what is entered for a provider, then asks the provider whether it works. */
function useProvider({ id, name }: ProviderInfo) {
  const { saveProvider, checkProvider, restoreKey, setNewAgent } = useAgentSettings();
  const { save } = useSaving();
  const [report, setReport] = useState<Report | null>(null);
  const isChosen = useParleyState(({ app }) => app?.agents.newAgent.source !== 'none');

  /** The first provider that works is whom new chats start with, unless the person chose somebody. */
  async function check(): Promise<void> {
    setReport({ kind: 'busy', text: `Asking ${name}…` });
    const found = await checkProvider(id, {});
    if (!found.ok) return setReport({ kind: 'problem', text: found.problem, details: found.details });
    setReport({ kind: 'done', models: found.models, proxy: found.proxy });
    const [first] = found.models;
    if (first !== undefined && !isChosen) await save(setNewAgent(`${id}/${first.id}`));
  }

  async function stored(call: Promise<string | null>, worksThen: boolean): Promise<boolean> {
    const failed = await save(call);
    setReport(failed === null ? null : { kind: 'problem', text: failed, details: null });
    if (failed === null && worksThen) void check();
    return failed === null;
  }

  return {
    report,
    check,
    /** Resolves to whether it was stored; the provider is asked only if `worksThen`. */
    store: (entry: ProviderEntry, worksThen: boolean) => stored(saveProvider(id, entry), worksThen),
    putKeyBack: () => stored(restoreKey(id), true),
  };
}

/** The key, the address and all else that requests to a provider carry, and what it said when it was asked. */
export function ProviderForm({ provider }: { provider: ProviderInfo }) {
  const { name, key, address, needsKey, status } = provider;
  const { report: last, check, store, putKeyBack } = useProvider(provider);
  // What worked has not been tried since something was changed.
  const report = last?.kind === 'done' && status.type === 'untried' ? null : last;
  const [typedKey, setTypedKey] = useState('');
  const [typedAddress, setTypedAddress] = useState<string | null>(null);
  const hasKey = key.source !== 'none' || needsKey !== 'yes';

  function storeAddress(): void {
    const place = typedAddress?.trim() ?? address.value;
    if (place === address.value) return;
    const isWhole = hasKey && place + address.usual !== '';
    void store({ address: place }, isWhole).then((stored) => stored && setTypedAddress(null));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typedKey.trim() === '') return storeAddress();
    void store({ key: typedKey.trim() }, true).then((stored) => stored && setTypedKey(''));
  }

  return (
    <form onSubmit={submit} aria-label={name} className="flex flex-col gap-2 ps-15 pb-3 max-sm:ps-0">
      {needsKey !== 'no' && <KeyField provider={provider} value={typedKey} onType={setTypedKey} />}
      <AddressField
        provider={provider}
        value={typedAddress ?? address.value}
        onType={setTypedAddress}
        onLeave={storeAddress}
      />
      <RequestParameters provider={provider} />
      <FormLine>
        <div role="status" className="min-w-0 flex-1 basis-40 ps-21 text-second text-secondary max-sm:ps-0">
          {report === null ? (
            <KeyNote provider={provider} onUndo={() => void putKeyBack()} />
          ) : (
            <ReportLine report={report} />
          )}
        </div>
        <FormButtons
          {...{ provider }}
          busy={report?.kind === 'busy'}
          onRemove={() => void store({ key: '' }, false)}
          onTry={() => void check()}
        />
      </FormLine>
      {report?.kind === 'done' && (
        <FoundModels {...{ provider }} models={report.models} proxy={report.proxy} />
      )}
      {report?.kind === 'problem' && report.details !== null && <Details text={report.details} />}
    </form>
  );
}

type FormButtonsProps = { provider: ProviderInfo; busy: boolean; onRemove(): void; onTry(): void };

function FormButtons({ provider: { key, ready }, busy, onRemove, onTry }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:basis-full">
      {key.source === 'stored' && (
        <Button look="quiet" className="text-danger!" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove key
        </Button>
      )}
      {ready && (
        <Button aria-disabled={busy} onClick={onTry}>
          Try
        </Button>
      )}
    </div>
  );
}

type KeyNoteProps = { provider: ProviderInfo; onUndo(): void };

function KeyNote({ provider: { needsKey, key }, onUndo }: KeyNoteProps) {
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  if (key.isRemoved && key.source === 'none') {
    return (
      <span className="flex items-center gap-1">
        Key removed.
        <Button look="quiet" aria-label="Undo removing the key" onClick={onUndo}>
          Undo
        </Button>
      </span>
    );
  }
  if (storage === undefined || needsKey === 'no' || key.source === 'environment') return null;
  return <span className="text-small wrap-anywhere">{keyStorageText(storage)}</span>;
}

function ReportLine({ report }: { report: Report }) {
  switch (report.kind) {
    case 'busy':
      return report.text;
    case 'done':
      return (
        <span className="flex items-center gap-2">
          <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />
          {worksText(report.models.length)}
        </span>
      );
    case 'problem':
      return <ProblemLine>{report.text}</ProblemLine>;
  }
}

/** What came back in place of a list. */
function Details({ text }: { text: string }) {
  return (
    <figure className="ps-21 max-sm:ps-0">
      <figcaption className="pb-1 text-small text-secondary">What came back</figcaption>
      <pre className="max-h-40 overflow-y-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere">
        {visibleText(text, 'block')}
      </pre>
    </figure>
  );
}

function worksText(models: number): string {
  if (models === 0) return 'It works, but lists no models.';
  return models === 1 ? 'It works, and has 1 model.' : `It works, and has ${models} models.`;
}

type FieldProps = { provider: ProviderInfo; value: string; onType(value: string): void };

function KeyField({ provider: { key, id, needsKey }, value, onType }: FieldProps) {
  const fieldId = useId();
  if (key.source === 'environment') return <FromEnvironment name="Key" variable={key.variable} />;
  const stored = key.source === 'stored';
  return (
    <FormLine name="Key" htmlFor={fieldId}>
      {/* Tells password managers whose key this is. */}
      <input hidden readOnly autoComplete="username" value={id} />
      <TextInput
        id={fieldId}
        mono
        type="password"
        name={`${id}-key`}
        autoComplete="new-password"
        className="flex-1 basis-48"
        value={value}
        placeholder={stored ? '••••••••••••••••' : needsKey === 'optional' ? 'If it needs one' : ''}
        onChange={(event) => onType(event.target.value)}
      />
      <Button type="submit" disabled={value.trim() === ''} className="min-w-24 max-sm:ms-21">
        {stored ? 'Replace' : 'Add key'}
      </Button>
    </FormLine>
  );
}

/** The address of a provider, stored on blur. */
function AddressField({ provider: { address }, value, onType, onLeave }: FieldProps & { onLeave(): void }) {
  const fieldId = useId();
  if (address.source === 'environment')
    return <FromEnvironment name="Address" value={address.value} variable={address.variable} />;
  return (
    <FormLine name="Address" htmlFor={fieldId}>
      <TextInput
        id={fieldId}
        mono
        inputMode="url"
        className="flex-1 basis-48"
        value={value}
        placeholder={address.usual || 'http://127.0.0.1:1234/v1'}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onLeave()}
      />
      <span className="min-w-24 max-sm:hidden" />
    </FormLine>
  );
}

function FormLine({ name, htmlFor, children }: { name?: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {name !== undefined && (
        <label htmlFor={htmlFor} className="w-18 shrink-0 text-second text-secondary">
          {name}
        </label>
      )}
      {children}
    </div>
  );
}

type FromEnvironmentProps = { name: string; value?: string; variable: string | null };

function FromEnvironment({ name, value, variable }: FromEnvironmentProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-second text-secondary">
      <span className="w-18 shrink-0">{name}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {value !== undefined && <code className="block font-mono text-code text-ink">{value}</code>}
        {`Set by ${variable ?? 'the environment'}, which overrides what is stored here.`}
      </span>
    </div>
  );
}
