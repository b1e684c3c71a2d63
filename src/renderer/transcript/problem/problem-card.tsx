import type { ReactNode } from 'react';

/** Amber for what passes by itself, red for what needs a hand. */
export type ProblemTone = 'plain' | 'caution' | 'danger';

const tiles: Record<ProblemTone, string> = {
  plain: 'bg-selected text-secondary',
  caution: 'bg-caution-wash text-caution',
  danger: 'bg-danger-wash text-danger',
};

/** The icon of a problem on its tile. */
export function ProblemTile({ tone, icon }: { tone: ProblemTone; icon: ReactNode }) {
  return (
    <span
      aria-hidden
      className={`grid size-8 place-items-center rounded-control forced-colors:border forced-colors:border-current [&_svg]:size-4.25 ${tiles[tone]}`}
    >
      {icon}
    </span>
  );
}

type ProblemCardProps = {
  mark: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** Under the sentences: a field, a list, the output of a program. */
  more?: ReactNode;
  foot?: ReactNode;
};

/** Says what happened and what was kept, with one way on at the right. */
export function ProblemCard({ mark, title, text, more, foot }: ProblemCardProps) {
  return (
    <div className="column pt-1 pb-4">
      <div
        role="group"
        aria-label="Problem"
        className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 rounded-card border border-hairline bg-raised px-4 pt-3.5 pb-3"
      >
        {mark}
        <div>
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="text-second text-pretty text-secondary wrap-anywhere">{text}</p>
        </div>
        {more !== undefined && <div className="col-start-2 flex flex-col gap-3 pt-3">{more}</div>}
        {foot}
      </div>
    </div>
  );
}

/** The quiet actions at the left; what helps stands at the right. */
export function ProblemFoot({ quiet, children }: { quiet?: ReactNode; children: ReactNode }) {
  return (
    <div className="col-start-2 -ms-2.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 pt-3 max-sm:col-start-1 max-sm:col-end-3">
      {quiet}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}
