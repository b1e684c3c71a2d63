import { Item, Root } from '@radix-ui/react-toggle-group';
import type { ReactNode } from 'react';

type SegmentedProps<Value extends string> = {
  label: string;
  /** One with an icon shows that alone where its container is narrow. */
  choices: readonly { value: Value; label: string; hint?: string; icon?: ReactNode }[];
  /** Null while none is chosen. */
  value: Value | null;
  onChoose(value: Value): void;
};

/** A radio group; choosing the chosen value again changes nothing. */
export function Segmented<Value extends string>({ label, choices, value, onChoose }: SegmentedProps<Value>) {
  const choose = (wished: string) => {
    const choice = choices.find((candidate) => candidate.value === wished);
    if (choice !== undefined && choice.value !== value) onChoose(choice.value);
  };
  return (
    <Root
      type="single"
      aria-label={label}
      value={value ?? ''}
      onValueChange={choose}
      className="inline-flex w-fit rounded-control bg-selected p-0.5"
    >
      {choices.map((choice) => (
        <Item
          key={choice.value}
          value={choice.value}
          title={choice.hint}
          aria-label={choice.icon === undefined ? undefined : choice.label}
          className={
            'min-h-7 rounded-[calc(var(--r-control)-2px)] border border-transparent px-2.5 text-secondary text-second font-medium ' +
            'pointer-coarse:min-h-10 pointer-coarse:px-3 hover:text-ink forced-color-adjust-none data-[state=on]:border-hairline data-[state=on]:bg-knob data-[state=on]:shadow-knob ' +
            'data-[state=on]:text-ink forced-colors:data-[state=on]:bg-[Highlight] ' +
            'forced-colors:data-[state=on]:text-[HighlightText]'
          }
        >
          {choice.icon === undefined ? (
            choice.label
          ) : (
            <>
              <span className="@min-[42rem]:hidden [&_svg]:size-4">{choice.icon}</span>
              <span className="@max-[42rem]:hidden">{choice.label}</span>
            </>
          )}
        </Item>
      ))}
    </Root>
  );
}
