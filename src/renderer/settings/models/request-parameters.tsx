import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ParameterName, ProviderInfo } from '../../../shared/providers/provider.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Select } from '../../ui/select.tsx';
import { Field, TextInput } from '../../ui/text-input.tsx';
import { useSaving } from '../setting-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';

/** The headers and the query that go along with every request to a provider; folded where there are none. */
export function RequestParameters({ provider }: { provider: ProviderInfo }) {
  const { id, parameters } = provider;
  const { saveParameter } = useAgentSettings();
  const { problem, save } = useSaving();
  const [open, setOpen] = useState(parameters.length > 0);
  const contentId = useId();
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? contentId : undefined}
        onClick={() => setOpen(!open)}
        className="hit flex w-fit items-center gap-1.5 rounded-control text-second text-secondary hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 text-tertiary transition-transform duration-(--t-fast) ${open ? 'rotate-90' : ''}`}
        />
        {parameters.length === 0 ? 'Headers and query' : `Headers and query · ${parameters.length}`}
      </button>
      {open && (
        <div id={contentId} className="flex flex-col gap-2 ps-5 max-sm:ps-0">
          {parameters.length === 0 && (
            <p className="text-second text-secondary">
              For a gateway that wants more than a key, such as{' '}
              <code className="font-mono text-code">api-version</code>.
            </p>
          )}
          <ul aria-label={`Headers and query of ${provider.name}`} className="flex flex-col empty:hidden">
            {parameters.map(({ in: place, name, value }) => (
              <li key={`${place} ${name}`} className="flex flex-wrap items-center gap-x-3 text-second">
                <span className="w-14 text-secondary">{placeNames[place]}</span>
                <code className="min-w-0 flex-1 font-mono text-code wrap-anywhere">
                  {visibleText(`${name}: ${value ?? '••••••••'}`, 'line')}
                </code>
                <Button
                  look="quiet"
                  aria-label={visibleText(`Remove ${name}`, 'line')}
                  onClick={() => void save(saveParameter(id, { in: place, name }, null))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          {problem !== null && <ProblemLine>{problem}</ProblemLine>}
          <NewParameter onAdd={(name, value) => save(saveParameter(id, name, value))} />
        </div>
      )}
    </div>
  );
}

const placeNames = { header: 'Header', query: 'Query' } as const;

type NewParameterProps = {
  /** Resolves to a problem, or to null once it is stored. */
  onAdd(name: ParameterName, value: { text: string; secret: boolean }): Promise<string | null>;
};

function NewParameter({ onAdd }: NewParameterProps) {
  const [place, setPlace] = useState<ParameterName['in']>('header');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [secret, setSecret] = useState(true);
  const isWhole = name.trim() !== '' && text !== '';

  async function add(): Promise<void> {
    if (!isWhole) return;
    const problem = await onAdd({ in: place, name: name.trim() }, { text, secret });
    if (problem !== null) return;
    setName('');
    setText('');
  }

  /** The fields stand in the form of the provider, which Enter would send. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void add();
  }

  return (
    <div role="group" aria-label="New header or query" className="flex flex-wrap items-end gap-2">
      <PlaceField
        place={place}
        onChoose={(next) => {
          setPlace(next);
          setSecret(next === 'header');
        }}
      />
      <TextField
        label="Name"
        value={name}
        placeholder={place === 'query' ? 'api-version' : 'X-Team'}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
      />
      <TextField
        label="Value"
        type={secret ? 'password' : 'text'}
        autoComplete={secret ? 'new-password' : 'off'}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <label className="hit flex items-center gap-2 text-second">
        <input type="checkbox" checked={secret} onChange={({ target }) => setSecret(target.checked)} />
        Secret
      </label>
      <Button disabled={!isWhole} onClick={() => void add()}>
        Add
      </Button>
    </div>
  );
}

type PlaceFieldProps = { place: ParameterName['in']; onChoose(place: ParameterName['in']): void };

function PlaceField({ place, onChoose }: PlaceFieldProps) {
  return (
    <Field label="Where">
      {(id) => (
        <Select
          id={id}
          value={place}
          onChange={({ target }) => onChoose(target.value === 'query' ? 'query' : 'header')}
        >
          <option value="header">Header</option>
          <option value="query">Query</option>
        </Select>
      )}
    </Field>
  );
}

function TextField({ label, ...rest }: Omit<ComponentProps<'input'>, 'id'> & { label: string }) {
  return (
    <div className="min-w-0 flex-1 basis-32">
      <Field label={label}>{(id) => <TextInput id={id} mono {...rest} />}</Field>
    </div>
  );
}
