import { Check, ChevronRight, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { useParleyState } from '../../parley-context.tsx';
import type { ProviderEntry } from '../../state/agent-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { keyStorageText } from '../key-storage-text.ts';
import { useSaving } from '../setting-row.tsx';
import type { SettingTexts } from '../setting.ts';
import { useAgentSettings } from '../use-agent-settings.ts';

export function ProviderRow({ provider, name, about }: SettingTexts & { provider: ProviderInfo }) {
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  const hasButton = !provider.ready && !open;
  const [formId, stateId] = [`${id}-form`, `${id}-state`];

  function openAtField(): void {
    flushSync(() => setOpen(true));
    row.current?.querySelector<HTMLElement>('form input:not([hidden])')?.focus();
  }

  return (
    <li ref={row} className="group px-4" data-open={open || undefined}>
      <div className="relative flex min-h-[46px] items-center gap-3 py-[7px] before:absolute before:inset-x-0 before:top-0 before:ms-7 before:border-t before:border-hairline group-first:before:hidden">
        <div className="relative flex min-h-8 min-w-0 flex-1 items-center gap-3 pointer-coarse:min-h-11">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-tertiary transition-transform duration-(--t-fast) group-data-open:rotate-90"
          />
          <div className="min-w-0">
            {/* Its press reaches over the name and the sentence under it. */}
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? formId : undefined}
              aria-describedby={stateId}
              onClick={() => setOpen(!open)}
              className="text-start font-medium after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {name}
            </button>
            {about !== undefined && <p className="text-second text-secondary">{about}</p>}
          </div>
        </div>
        <span id={stateId} className="flex min-w-0 items-center gap-2 text-second text-secondary">
          {provider.ready && <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />}
          {/* Where there is little room the button says as much. */}
          <span className={`min-w-0 truncate ${hasButton ? 'max-sm:sr-only' : ''}`}>
            {stateText(provider)}
          </span>
        </span>
        {hasButton && (
          <Button onClick={openAtField} aria-describedby={`${id}-name`}>
            {provider.needsKey === 'yes' ? 'Add key' : 'Set up'}
            <span id={`${id}-name`} hidden>
              {name}
            </span>
          </Button>
        )}
      </div>
      {open && (
        <div id={formId}>
          <ProviderForm provider={provider} />
        </div>
      )}
    </li>
  );
}

function stateText({ ready, key, address, needsKey }: ProviderInfo): string {
  if (!ready) return needsKey === 'yes' ? 'No key yet' : 'Not set up';
  if (key.source === 'environment') return `From ${key.variable}`;
  if (key.source === 'stored') return 'Key stored';
  if (address.source === 'environment') return `From ${address.variable}`;
  return needsKey === 'no' ? 'No key needed' : 'Address stored';
}

type Report = { kind: 'busy' | 'done' | 'problem'; text: string };

/** Stores what is entered for a provider, then asks the provider whether it works. */
function useProvider({ id, name }: ProviderInfo) {
  const { saveProvider, checkProvider } = useAgentSettings();
  const { save } = useSaving();
  const [report, setReport] = useState<Report | null>(null);

  async function check(): Promise<void> {
    setReport({ kind: 'busy', text: `Asking ${name}…` });
    const found = await checkProvider(id, {});
    setReport(
      found.ok
        ? { kind: 'done', text: worksText(found.models.length) }
        : { kind: 'problem', text: found.problem },
    );
  }

  /** Resolves to whether it was stored; the provider is asked only if `worksThen`. */
  async function store(entry: ProviderEntry, worksThen: boolean): Promise<boolean> {
    const failed = await save(saveProvider(id, entry));
    setReport(failed === null ? null : { kind: 'problem', text: failed });
    if (failed === null && worksThen) void check();
    return failed === null;
  }

  return { report, check, store };
}

function ProviderForm({ provider }: { provider: ProviderInfo }) {
  const { name, key, address, needsKey } = provider;
  const { report, check, store } = useProvider(provider);
  const [typedKey, setTypedKey] = useState('');
  const [typedAddress, setTypedAddress] = useState(address.value);
  const hasKey = key.source !== 'none' || needsKey !== 'yes';

  function storeAddress(): void {
    const place = typedAddress.trim();
    if (place !== address.value) void store({ address: place }, hasKey && place + address.usual !== '');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typedKey.trim() === '') return storeAddress();
    void store({ key: typedKey.trim() }, true).then((stored) => stored && setTypedKey(''));
  }

  return (
    <form onSubmit={submit} aria-label={name} className="flex flex-col gap-2 ps-7 pb-3 max-sm:ps-0">
      {needsKey !== 'no' && <KeyField provider={provider} value={typedKey} onType={setTypedKey} />}
      <AddressField
        provider={provider}
        value={typedAddress}
        onType={setTypedAddress}
        onLeave={storeAddress}
      />
      <FormLine>
        <div role="status" className="min-w-0 flex-1 basis-40 ps-21 text-second text-secondary max-sm:ps-0">
          {report === null ? <KeyNote provider={provider} /> : <ReportLine report={report} />}
        </div>
        <div className="flex flex-wrap justify-end gap-2 max-sm:basis-full">
          {key.source === 'stored' && (
            <Button look="quiet" className="text-danger!" onClick={() => void store({ key: '' }, false)}>
              <Trash2 aria-hidden />
              Remove key
            </Button>
          )}
          {provider.ready && (
            <Button aria-disabled={report?.kind === 'busy'} onClick={() => void check()}>
              Check connection
            </Button>
          )}
        </div>
      </FormLine>
    </form>
  );
}

function KeyNote({ provider: { needsKey, key } }: { provider: ProviderInfo }) {
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  if (storage === undefined || needsKey === 'no' || key.source === 'environment') return null;
  return <span className="text-small wrap-anywhere">{keyStorageText(storage)}</span>;
}

function ReportLine({ report: { kind, text } }: { report: Report }) {
  switch (kind) {
    case 'busy':
      return text;
    case 'done':
      return (
        <span className="flex items-center gap-2">
          <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />
          {text}
        </span>
      );
    case 'problem':
      return <ProblemLine>{text}</ProblemLine>;
  }
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
        {`Set by ${variable ?? 'the environment'}, which wins over what is stored here.`}
      </span>
    </div>
  );
}
