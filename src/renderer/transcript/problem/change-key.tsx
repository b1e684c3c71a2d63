import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { providerNames } from '../../../shared/providers/provider-names.ts';
import type { ProviderId } from '../../../shared/providers/provider.ts';
import { useParleyState } from '../../parley-context.tsx';
import { keyStorageText } from '../../settings/key-storage-text.ts';
import { useAgentSettings } from '../../settings/use-agent-settings.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type ChangeKeyProps = { provider: ProviderId; onSaved(): void; onCancel(): void };

/** Takes another key for a provider where the last one was refused. */
export function ChangeKey({ provider, onSaved, onCancel }: ChangeKeyProps) {
  const { saveProvider } = useAgentSettings();
  const storage = useParleyState(({ app }) => app?.agents.keyStorage);
  const [key, setKey] = useState('');
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const name = providerNames[provider];
  useEffect(() => field.current?.focus(), []);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (key.trim() === '' || saving) return;
    setSaving(true);
    const failed = await saveProvider(provider, { key: key.trim() });
    setSaving(false);
    if (failed === null) onSaved();
    else setProblem(failed);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      {/* Tells password managers whose key this is. */}
      <input hidden readOnly autoComplete="username" value={provider} />
      <TextInput
        ref={field}
        mono
        type="password"
        autoComplete="new-password"
        aria-label={`Key for ${name}`}
        aria-describedby={noteId}
        placeholder="Paste the key"
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p id={noteId} className="min-w-0 flex-1 basis-48 text-small text-secondary wrap-anywhere">
          {storage !== undefined && keyStorageText(storage)}
        </p>
        <div className="ms-auto flex gap-2">
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={key.trim() === '' || saving}>
            Save and retry
          </Button>
        </div>
      </div>
    </form>
  );
}
