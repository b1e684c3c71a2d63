import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { foldText, foundIn } from '../../../shared/find/fold-text.ts';
import type { FormOption } from '../../../shared/forms/form-field.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListOption } from '../../ui/list-option.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useListbox } from '../../ui/use-listbox.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ControlProps } from './form-choices.tsx';

type FormListProps = ControlProps & {
  label: string;
  options: readonly FormOption[];
  values: readonly string[];
  onToggle(value: string): void;
};

/** One or several of many options: those that fit what is typed, and above them what is chosen. */
export function FormList({ id, label, options, values, busy, onToggle, ...about }: FormListProps) {
  const [query, setQuery] = useState('');
  const folded = foldText(query.trim());
  const found = options.filter((option) => folded === '' || foundIn(option.label, folded).length > 0);
  const listbox = useListbox({
    options: found.map(({ value }) => value),
    query,
    start: 'field',
    choose: (index) => {
      const option = found[index];
      if (option !== undefined && !busy) onToggle(option.value);
    },
  });
  const chosen = options.filter(({ value }) => values.includes(value));
  return (
    <div>
      <Chosen {...{ label, busy, onToggle }} options={chosen} />
      <TextInput
        id={id}
        {...listbox.combobox}
        aria-labelledby={about.labelledBy}
        aria-describedby={about.describedBy}
        aria-invalid={about.invalid || undefined}
        placeholder={`Search ${options.length} options`}
        value={query}
        readOnly={busy}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={listbox.onKeyDown}
      />
      <div
        {...listbox.list}
        aria-label={label}
        className="mt-1 max-h-52 overflow-y-auto rounded-control border border-hairline bg-raised p-1 empty:hidden"
      >
        {found.map((option, index) => (
          <ListOption key={option.value} option={listbox.option(index)} className="gap-2">
            <Check
              aria-hidden
              className={`size-3.5 shrink-0 ${values.includes(option.value) ? '' : 'invisible'}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={option.label} layout="line" />
              {values.includes(option.value) && <span className="sr-only">, chosen</span>}
              {option.description === undefined ? null : (
                <span className="block text-small text-secondary">
                  <VisibleText text={option.description} layout="line" />
                </span>
              )}
            </span>
          </ListOption>
        ))}
      </div>
      <p role="status" className="pt-1 text-small text-secondary empty:hidden">
        {found.length === 0 ? 'No option has these words.' : ''}
      </p>
    </div>
  );
}

type ChosenProps = Pick<FormListProps, 'label' | 'options' | 'busy' | 'onToggle'>;

/** The options that are chosen, each with a button that takes it back. */
function Chosen({ label, options, busy, onToggle }: ChosenProps) {
  if (options.length === 0) return null;
  return (
    <ul aria-label={`Chosen for ${label}`} className="mb-1.5 flex flex-wrap gap-1.5">
      {options.map((option) => (
        <li
          key={option.value}
          className="flex min-w-0 items-center rounded-control bg-accent-wash ps-2.5 text-second"
        >
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={option.label} layout="line" />
          </span>
          <IconButton
            label={`Remove ${option.label}`}
            icon={<X aria-hidden />}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onToggle(option.value);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
