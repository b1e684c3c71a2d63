import { Check, ChevronRight, CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { useView } from '../../parley-context.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Button } from '../../ui/button.tsx';
import type { SettingTexts } from '../setting.ts';
import { useAgentSettings } from '../use-agent-settings.ts';
import { ProviderForm } from './provider-form.tsx';

/** A provider with what is known of it, which opens to its form. */
export function ProviderRow({ provider, name, about }: SettingTexts & { provider: ProviderInfo }) {
  const { row, open, setOpen, openAtField } = useOpenRow(provider);
  const id = useId();
  const hasButton = !provider.ready && !open;
  const [formId, stateId] = [`${id}-form`, `${id}-state`];
  useFirstTry(provider);

  return (
    <li ref={row} className="group px-4" data-open={open || undefined}>
      <div className="relative flex min-h-(--setting) items-center gap-3 py-[7px] before:absolute before:inset-x-0 before:top-0 before:ms-15 before:border-t before:border-hairline group-first:before:hidden">
        <div className="relative flex min-h-8 min-w-0 flex-1 items-center gap-3 pointer-coarse:min-h-11">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-tertiary transition-transform duration-(--t-fast) group-data-open:rotate-90"
          />
          <AgentMark of={provider.id} size={20} />
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
            {/* Where there is little room, its state says more once it is set up. */}
            {about !== undefined && (
              <p className={`text-second text-secondary ${provider.ready ? 'max-sm:hidden' : ''}`}>{about}</p>
            )}
          </div>
        </div>
        <span id={stateId} className="flex min-w-0 items-center gap-2 text-second text-secondary">
          <StateIcon provider={provider} />
          {/* Where there is little room the button says as much. */}
          <span className={`min-w-0 truncate ${hasButton ? 'max-sm:sr-only' : ''}`}>
            {stateText(provider)}
            <span className="max-sm:sr-only">{countText(provider)}</span>
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

/** Whether a row is open; from the start, with the focus in its first field, where Settings were opened for it. */
function useOpenRow({ id }: ProviderInfo) {
  const isAsked = useView(({ page }) => page?.name === 'settings' && page.provider === id);
  const [open, setOpen] = useState(isAsked);
  const row = useRef<HTMLLIElement>(null);
  const focusField = () => row.current?.querySelector<HTMLElement>('form input:not([hidden])')?.focus();
  const focusAsked = useEffectEvent(() => isAsked && focusField());
  useEffect(() => void focusAsked(), []);

  function openAtField(): void {
    flushSync(() => setOpen(true));
    focusField();
  }

  return { row, open, setOpen, openAtField };
}

/** Asks a provider that needs no key, so that its row says if it runs. */
function useFirstTry({ id, needsKey, ready, status }: ProviderInfo): void {
  const { checkProvider } = useAgentSettings();
  const isDue = needsKey === 'no' && ready && status.type !== 'works';
  const asked = useRef(false);
  useEffect(() => {
    if (!isDue || asked.current) return;
    asked.current = true;
    void checkProvider(id);
  }, [isDue, id, checkProvider]);
}

function StateIcon({ provider: { ready, status } }: { provider: ProviderInfo }) {
  if (!ready) return null;
  switch (status.type) {
    case 'works':
      return <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />;
    case 'refused':
    case 'failed':
      return <CircleAlert aria-hidden className="size-3.5 shrink-0 text-danger" />;
    case 'unreachable':
    case 'untried':
      return null;
  }
}

function stateText(provider: ProviderInfo): string {
  const { id, ready, needsKey, status } = provider;
  if (!ready) return needsKey === 'yes' ? 'No key yet' : 'Not set up';
  switch (status.type) {
    case 'untried':
      return needsKey === 'no' ? 'Not tried' : `${sourceText(provider)}, not tried`;
    case 'works':
      return 'Works';
    case 'refused':
      return 'Key refused';
    case 'unreachable':
      return id === 'ollama' ? 'Not running' : 'Not reached';
    case 'failed':
      return 'Does not work';
  }
}

/** Returns how many models it has, where that is known. */
function countText({ ready, status }: ProviderInfo): string {
  if (!ready || status.type !== 'works' || status.models === null || status.models === 0) return '';
  return ` · ${status.models === 1 ? '1 model' : `${status.models} models`}`;
}

function sourceText({ key, address }: ProviderInfo): string {
  if (key.source === 'environment') return `From ${key.variable}`;
  if (key.source === 'stored') return 'Key stored';
  return address.source === 'environment' ? `From ${address.variable}` : 'Address stored';
}
