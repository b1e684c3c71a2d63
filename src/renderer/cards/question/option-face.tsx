import type { ReactNode } from 'react';

export type OptionIds = { label: string; description: string };

/** The ids that tie an option to its label and description. */
export function optionIds(groupId: string, key: string | number): OptionIds {
  return { label: `${groupId}-${key}-label`, description: `${groupId}-${key}-description` };
}

/** What names and describes an option: its label alone, then what stands under it. */
export function namedBy(ids: OptionIds, described: boolean) {
  return {
    'aria-labelledby': ids.label,
    ...(described ? { 'aria-describedby': ids.description } : {}),
  };
}

/** The look of an option's row; its state is Radix's `data-state`. */
export const optionRow =
  'group hit flex w-full items-start gap-3 rounded-control border border-edge px-3 py-row text-start ' +
  'transition-[background-color,border-color] duration-(--duration-quick) ease-settle hover:bg-hover ' +
  'data-[state=checked]:border-accent data-[state=checked]:bg-accent-tint ' +
  'data-[state=on]:border-accent data-[state=on]:bg-accent-tint aria-disabled:cursor-default';

type OptionFaceProps = {
  ids: OptionIds;
  label: string;
  description?: string | undefined;
  badge?: string | undefined;
  mark: ReactNode;
};

/** The inside of an option's row. */
export function OptionFace({ ids, label, description, badge, mark }: OptionFaceProps) {
  return (
    <>
      <span className="mt-0.5 shrink-0">{mark}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span id={ids.label} className="block font-medium">
          <span dir="auto">{label}</span>
        </span>
        {description || badge ? (
          <span id={ids.description} className="block text-secondary text-minor">
            {badge ? (
              <span className="me-2 rounded-pill border border-hairline px-2 text-small text-ink">
                {badge}
              </span>
            ) : null}
            <span dir="auto">{description}</span>
          </span>
        ) : null}
      </span>
    </>
  );
}
