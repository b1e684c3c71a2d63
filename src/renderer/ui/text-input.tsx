import type { ComponentProps } from 'react';

/** One line of text; `mono` for paths, addresses and names of models. */
export function TextInput({
  mono = false,
  className = '',
  ...rest
}: ComponentProps<'input'> & { mono?: boolean }) {
  const face = mono ? 'font-mono text-code' : '';
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      className={`hit w-full min-w-0 rounded-control border border-edge bg-paper px-3 aria-invalid:border-danger ${face} ${className}`}
      {...rest}
    />
  );
}
