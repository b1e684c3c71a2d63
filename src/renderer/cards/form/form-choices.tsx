import * as Checkbox from '@radix-ui/react-checkbox';
import * as ToggleGroup from '@radix-ui/react-toggle-group';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { FormOption } from '../../../shared/forms/form.ts';
import { moveWithArrows, namedBy, OptionFace, optionIds } from '../question/choices.tsx';

/** The properties of every control of a field: its ids, and whether it breaks a rule. */
export type ControlProps = {
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
  busy: boolean;
};

/** Higher than any digit key: digits choose nothing in a form. */
const withoutKey = Infinity;

type OneOfProps = ControlProps & {
  options: readonly FormOption[];
  value: string | null;
  onChoose(value: string | null): void;
};

/** One of a few options; a click on the chosen one takes it back. */
export function OneOf({ id, options, value, onChoose, busy, ...about }: OneOfProps) {
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <ToggleGroup.Root
      id={id}
      type="single"
      orientation="vertical"
      aria-labelledby={about.labelledBy}
      aria-describedby={about.describedBy}
      aria-invalid={about.invalid || undefined}
      value={chosen < 0 ? '' : String(chosen)}
      onValueChange={(next) => {
        if (!busy) onChoose(options[next === '' ? -1 : Number(next)]?.value ?? null);
      }}
      className="options overflow-hidden rounded-control border border-edge"
    >
      {options.map((option, index) => {
        const ids = optionIds(id, index);
        const text = { ...option, number: withoutKey };
        return (
          <ToggleGroup.Item
            key={option.value}
            value={String(index)}
            className="option"
            aria-disabled={busy}
            data-option={index}
            onKeyDown={moveWithArrows}
            {...namedBy(ids, text)}
          >
            <OptionFace ids={ids} {...text} mark={<span className="option-mark rounded-round" />} />
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}

type SeveralOfProps = ControlProps & {
  options: readonly FormOption[];
  values: readonly string[];
  onToggle(value: string): void;
};

/** Any of a few options. */
export function SeveralOf({ id, options, values, onToggle, busy, ...about }: SeveralOfProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>, value: string): void {
    moveWithArrows(event);
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat && !busy) onToggle(value);
  }

  return (
    <div
      id={id}
      role="group"
      aria-labelledby={about.labelledBy}
      aria-describedby={about.describedBy}
      className="options overflow-hidden rounded-control border border-edge"
    >
      {options.map((option, index) => {
        const ids = optionIds(id, index);
        const text = { ...option, number: withoutKey };
        return (
          <Checkbox.Root
            key={option.value}
            checked={values.includes(option.value)}
            onCheckedChange={() => {
              if (!busy) onToggle(option.value);
            }}
            onKeyDown={(event) => onKeyDown(event, option.value)}
            aria-disabled={busy}
            className="option"
            data-option={index}
            {...namedBy(ids, text)}
          >
            <OptionFace
              ids={ids}
              {...text}
              mark={
                <span className="option-mark rounded-small">
                  <Checkbox.Indicator>
                    <Check aria-hidden className="size-3 stroke-3" />
                  </Checkbox.Indicator>
                </span>
              }
            />
          </Checkbox.Root>
        );
      })}
    </div>
  );
}
