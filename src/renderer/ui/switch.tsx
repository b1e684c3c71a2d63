import type { ComponentProps } from 'react';

type SwitchProps = Omit<ComponentProps<'button'>, 'children' | 'onChange' | 'aria-label'> & {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
};

/** Turns something on or off at once. */
export function Switch({ label, on, onChange, className = '', ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={on}
      title={label}
      onClick={() => onChange(!on)}
      className={`hit group/switch inline-flex shrink-0 items-center rounded-round ${className}`}
      {...rest}
    >
      <span
        aria-hidden
        className={
          'flex h-5 w-8.5 items-center rounded-round bg-control p-0.5 transition-colors duration-(--t-fast) ' +
          'group-aria-checked/switch:bg-solid forced-colors:border forced-colors:border-[ButtonBorder] ' +
          'forced-colors:group-aria-checked/switch:bg-[Highlight]'
        }
      >
        <span
          className={
            'size-4 rounded-round bg-raised transition-transform duration-(--t-fast) ease-settle ' +
            'group-aria-checked/switch:translate-x-3.5 forced-colors:bg-[ButtonText]'
          }
        />
      </span>
    </button>
  );
}
