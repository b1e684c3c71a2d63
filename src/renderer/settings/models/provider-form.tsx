import { useAgentSettings } from '../use-agent-settings.ts';
import { Check, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import type { ProviderEntry } from '../../state/agent-settings.ts';
import { useParleyState } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useSaving } from '../setting-row.tsx';
import { keyStorageWords } from './key-storage-words.ts';
import { KeyField, AddressField, FormLine } from './provider-fields.tsx';

type Report = { kind: 'busy' | 'done' | 'problem'; text: string };

/** Stores what is entered for a provider, and asks the provider then whether it works. */
function useProvider({ id, name }: ProviderInfo) {
  const { saveProvider, checkProvider } = useAgentSettings();
  const { save } = useSaving();
  const [report, setReport] = useState<Report | null>(null);

  async function check(): Promise<void> {
    setReport({ kind: 'busy', text: `Asking ${name}…` });
    const found = await checkProvider(id, {});
    setReport(
      found.ok
        ? { kind: 'done', text: worksWords(found.models.length) }
        : { kind: 'problem', text: found.problem },
    );
  }

  /** Resolves to whether it was stored; `worksThen` is false where something is still missing. */
  async function store(entry: ProviderEntry, worksThen: boolean): Promise<boolean> {
    const failed = await save(saveProvider(id, entry));
    setReport(failed === null ? null : { kind: 'problem', text: failed });
    if (failed === null && worksThen) void check();
    return failed === null;
  }

  return { report, check, store };
}

/** A provider's key and address. */
export function ProviderForm({ provider }: { provider: ProviderInfo }) {
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

/** Says plainly how keys lie on this machine. */
function KeyNote({ provider: { needsKey, key } }: { provider: ProviderInfo }) {
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  if (storage === undefined || needsKey === 'no' || key.source === 'environment') return null;
  return <span className="text-small wrap-anywhere">{keyStorageWords(storage)}</span>;
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

function worksWords(models: number): string {
  if (models === 0) return 'It works, but lists no models.';
  return models === 1 ? 'It works, and has 1 model.' : `It works, and has ${models} models.`;
}
