import type { ComponentProps } from 'react';

/** `accent` only where something waits for the person; `primary` is the ordinary main action. */
export type ButtonLook = 'primary' | 'accent' | 'secondary' | 'quiet';

const looks: Record<ButtonLook, string> = {
  primary: 'border-transparent bg-ink text-on-fill hover:not-disabled:opacity-85',
  accent: 'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border-edge bg-raised text-ink hover:not-disabled:bg-hover',
  quiet: 'border-transparent text-ink hover:not-disabled:bg-hover',
};

const shape =
  'hit inline-flex items-center justify-center gap-2 rounded-control border px-3 py-1 font-medium ' +
  'transition-[background-color,opacity] duration-(--duration-quick) ease-settle select-none ' +
  'disabled:cursor-default disabled:opacity-60 aria-disabled:opacity-60';

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook };

export function Button({ look = 'secondary', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${shape} ${looks[look]} ${className}`} {...rest} />;
}
