import type { ComponentProps } from 'react';

/**
 * `primary` is for the one main action: at most one in sight in each card or page. In its place stand `solid` for one
 * that reaches out, and `danger` for one that destroys.
 */
export type ButtonLook = 'primary' | 'solid' | 'danger' | 'secondary' | 'quiet';

/** A filled button that is disabled would otherwise stay the loudest thing around it. */
const filledOff = 'off:bg-selected off:text-tertiary';
const dimmed = 'off:opacity-50';

/** Forced colours draw a backplate behind text; a filled button needs colours of its own there. */
const filled =
  `${filledOff} forced-color-adjust-none ` +
  'forced-colors:off:border-[GrayText] forced-colors:off:bg-[Canvas] forced-colors:off:text-[GrayText]';

const looks: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-accent px-3.5 pointer-coarse:px-4.5 text-on-accent hover:not-off:bg-accent-hover ' +
    `active:not-off:bg-accent-press ${filled}`,
  solid:
    'border-transparent bg-solid px-3.5 pointer-coarse:px-4.5 text-on-solid hover:not-off:opacity-90 ' +
    `active:not-off:opacity-80 ${filled}`,
  danger: `border-danger-line bg-raised px-3.5 pointer-coarse:px-4.5 text-danger hover:not-off:tint-hover active:not-off:tint-pressed ${dimmed}`,
  secondary: `border-edge bg-raised px-3 pointer-coarse:px-4.5 text-ink hover:not-off:tint-hover active:not-off:tint-pressed ${dimmed}`,
  quiet:
    'border-transparent px-2.5 pointer-coarse:px-3 text-secondary hover:not-off:bg-hover hover:not-off:text-ink ' +
    `active:not-off:bg-pressed ${dimmed}`,
};

const shape =
  'hit inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border py-1 text-second pointer-coarse:text-body font-medium ' +
  'transition-[background-color] duration-(--t-fast) ease-settle select-none [&_svg]:size-3.75 ' +
  'off:cursor-default forced-colors:disabled:text-[GrayText] forced-colors:off:opacity-100';

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook };

export function Button({ look = 'secondary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${shape} ${looks[look]} ${className}`} {...rest} />;
}
