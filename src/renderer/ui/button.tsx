import type { ComponentProps } from 'react';

/** `accent` only where something waits for the person; `primary` is the ordinary main action. */
export type ButtonLook = 'primary' | 'accent' | 'secondary' | 'quiet';

/** Style of a disabled button: a full fill would stay the loudest thing around it. */
const filledOff = 'off:bg-active off:text-secondary';
const dimmed = 'off:opacity-60';

/** Forced colors put a plate behind text; a filled button has colours of its own there. */
const filled =
  `${filledOff} forced-color-adjust-none ` +
  'forced-colors:off:border-[GrayText] forced-colors:off:bg-[Canvas] forced-colors:off:text-[GrayText]';

const looks: Record<ButtonLook, string> = {
  primary: `border-transparent bg-ink text-on-fill hover:not-off:bg-fill-hover ${filled}`,
  accent: `border-transparent bg-accent text-on-accent hover:not-off:bg-accent-hover ${filled}`,
  secondary: `border-edge bg-raised text-ink hover:not-disabled:bg-hover ${dimmed}`,
  quiet: `border-transparent text-ink hover:not-disabled:bg-hover ${dimmed}`,
};

const shape =
  'hit inline-flex items-center justify-center gap-2 rounded-control border px-3 py-1 font-medium ' +
  'transition-[background-color] duration-(--duration-quick) ease-settle select-none ' +
  'off:cursor-default forced-colors:disabled:text-[GrayText] forced-colors:off:opacity-100';

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook };

export function Button({ look = 'secondary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${shape} ${looks[look]} ${className}`} {...rest} />;
}
