import type { KeyboardEvent, ReactNode } from 'react';
import { VisibleText } from '../../../ui/visible-text.tsx';

type OptionIds = { label: string; badge: string; description: string; preview: string };

/** The ids that tie an option to its label and description. */
export function optionIds(groupId: string, key: string | number): OptionIds {
  const id = `${groupId}-${key}`;
  return {
    label: `${id}-label`,
    badge: `${id}-badge`,
    description: `${id}-description`,
    preview: `${id}-preview`,
  };
}

/** Label, texts and number of an option. */
export type OptionWords = {
  label: string;
  description?: string | undefined;
  badge?: string | undefined;
  preview?: string | undefined;
  /** Its place as the keyboard counts, from 1; Other is 0. */
  number: number;
};

/** Returns the ids that name and describe an option: its label alone, then the texts beside and under it. */
export function namedBy(ids: OptionIds, { badge, description, preview }: OptionWords) {
  const describing = [...(badge ? [ids.badge] : []), ...(description ? [ids.description] : [])];
  return {
    'aria-labelledby': ids.label,
    ...(describing.length > 0 ? { 'aria-describedby': describing.join(' ') } : {}),
    ...(preview ? { 'aria-details': ids.preview } : {}),
  };
}

/** The look of an option's row; its state is Radix's `data-state`. */
export const optionRow =
  'group hit flex w-full items-start gap-3 rounded-control border border-edge px-3 py-row text-start ' +
  'transition-[background-color,border-color] duration-(--t-fast) ease-settle hover:bg-hover ' +
  'data-[state=checked]:border-accent-mark data-[state=checked]:bg-accent-wash ' +
  'data-[state=on]:border-accent-mark data-[state=on]:bg-accent-wash aria-disabled:cursor-default';

type OptionFaceProps = OptionWords & { ids: OptionIds; mark: ReactNode };

/** The inside of an option's row. */
export function OptionFace({ ids, label, description, badge, number, mark }: OptionFaceProps) {
  return (
    <>
      <span className="mt-0.5 shrink-0">{mark}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span id={ids.label} className="min-w-0 font-medium">
            <span dir="auto">
              <VisibleText text={label} />
            </span>
          </span>
          {badge ? (
            <span
              id={ids.badge}
              className="rounded-round border border-hairline bg-raised px-2 text-small text-secondary"
            >
              {badge}
            </span>
          ) : null}
        </span>
        {description ? (
          <span id={ids.description} className="block text-secondary text-second">
            <span dir="auto">
              <VisibleText text={description} />
            </span>
          </span>
        ) : null}
      </span>
      {number > 9 ? null : <NumberKey number={number} />}
    </>
  );
}

/** The key that picks the option, while keys go to its card. */
function NumberKey({ number }: { number: number }) {
  return (
    <span
      aria-hidden
      className="mt-0.5 shrink-0 text-small text-secondary tabular-nums opacity-0 transition-opacity duration-(--t-fast) group-focus-within/card:opacity-100 pointer-coarse:hidden"
    >
      {number}
    </span>
  );
}

/**
 * Up and down go from option to option, around the ends. The focus has moved when this returns: a key
 * that comes right behind, such as Enter, meets the option that was gone to.
 */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const group = event.currentTarget.closest('[role=group], [role=radiogroup]');
  const options = [...(group?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
  const here = options.findIndex((option) => option === document.activeElement);
  options.at((here + step) % options.length)?.focus();
  event.preventDefault();
}
