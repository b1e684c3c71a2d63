import type { KeyboardEvent, ReactNode } from 'react';
import { InlineCode } from '../../../ui/inline-code.tsx';
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
  recommended?: boolean;
  preview?: string | undefined;
  /** Its place as the keyboard counts, from 1; Other is 0. */
  number: number;
};

/** Returns the ids that name and describe an option: its label alone, then the texts beside and under it. */
export function namedBy(ids: OptionIds, { recommended, description, preview }: OptionWords) {
  const describing = [...(recommended ? [ids.badge] : []), ...(description ? [ids.description] : [])];
  return {
    'data-described': description ? true : undefined,
    'aria-labelledby': ids.label,
    ...(describing.length > 0 ? { 'aria-describedby': describing.join(' ') } : {}),
    ...(preview ? { 'aria-details': ids.preview } : {}),
  };
}

type OptionFaceProps = OptionWords & { ids: OptionIds; mark: ReactNode };

/** The inside of an option's row. */
export function OptionFace({ ids, label, description, recommended, number, mark }: OptionFaceProps) {
  const { suffix } = splitRecommendation(label);
  return (
    <>
      {mark}
      <span className="option-label">
        <span id={ids.label}>
          <span dir="auto">
            <OptionLabel label={label} />
          </span>
        </span>
        {(recommended === true || suffix !== '') && (
          <span
            id={ids.badge}
            aria-hidden={suffix !== '' || undefined}
            className="ms-2 inline-flex h-4.5 items-center rounded-small bg-selected px-1.5 align-[1px] text-small leading-none font-medium whitespace-nowrap text-secondary forced-colors:border"
          >
            Recommended
          </span>
        )}
      </span>
      {description ? (
        <span id={ids.description} className="option-description">
          <span dir="auto">
            <InlineCode text={description} className="rounded-small bg-hover px-1 py-[1.5px]" />
          </span>
        </span>
      ) : null}
      {number > 9 ? null : (
        <kbd aria-hidden className="option-key font-sans">
          {number}
        </kbd>
      )}
    </>
  );
}

/** A label as it is chosen; the words by which a model recommends it are heard only. */
export function OptionLabel({ label }: { label: string }) {
  const { shown, suffix } = splitRecommendation(label);
  return (
    <>
      <VisibleText text={shown} />
      {suffix !== '' && <span className="sr-only">{suffix}</span>}
    </>
  );
}

/** A label, and the words by which a model recommends it within the label: the badge says those instead. */
export function splitRecommendation(label: string): { shown: string; suffix: string } {
  const suffix = /\s*\(recommended\)\s*$/i.exec(label)?.[0] ?? '';
  const shown = label.slice(0, label.length - suffix.length);
  return shown === '' ? { shown: label, suffix: '' } : { shown, suffix };
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
