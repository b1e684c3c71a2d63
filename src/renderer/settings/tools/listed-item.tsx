import type { ReactNode } from 'react';
import { folderName } from '../../../shared/files/folder-name.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The icon of something in a list. */
export function ItemTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-control bg-selected text-secondary [&_svg]:size-4.25"
    >
      {children}
    </span>
  );
}

/** Whose something is: the person's own, where `folder` is null, or that of a folder. */
export function OriginChip({ folder }: { folder: string | null }) {
  return (
    <span
      title={folder === null ? undefined : visibleText(folder, 'line')}
      className="rounded-small bg-selected px-1.75 text-small leading-5 font-medium text-secondary wrap-anywhere"
    >
      <VisibleText text={folder === null ? 'You' : folderName(folder)} layout="line" />
    </span>
  );
}

type ListedItemProps = {
  icon: ReactNode;
  name: string;
  /** Null for the person's own. */
  folder: string | null;
  /** The path of its file, as it is shown. */
  file?: string;
  /** What it does; may be empty. */
  about: string;
  problem?: string | null;
  /** What stands at the end of its row. */
  children?: ReactNode;
};

/** A row of a list: what it is, whose, where it lies, and in a line what it does. */
export function ListedItem({ icon, name, folder, file, about, problem = null, children }: ListedItemProps) {
  return (
    <li className="relative px-4 before:absolute before:inset-x-4 before:top-0 before:ms-11 before:border-t before:border-hairline first:before:hidden">
      <div className="flex min-h-(--setting-of-two) flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <div className="flex min-w-40 flex-1 basis-60 items-center gap-3">
          <ItemTile>{icon}</ItemTile>
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2">
              <p className="font-medium wrap-anywhere">
                <VisibleText text={name} layout="line" />
              </p>
              <OriginChip folder={folder} />
              {file !== undefined && (
                <p className="text-small text-tertiary wrap-anywhere">
                  <VisibleText text={file} layout="line" />
                </p>
              )}
            </div>
            {about !== '' && (
              <p
                title={visibleText(about, 'line')}
                className="line-clamp-2 text-second text-secondary wrap-anywhere"
              >
                <VisibleText text={about} layout="line" />
              </p>
            )}
          </div>
        </div>
        {children}
        <ItemProblem problem={problem} />
      </div>
    </li>
  );
}

/** What is wrong with an item, under its row. */
export function ItemProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <div className="basis-full ps-11 pb-1">
      <ProblemLine>
        <VisibleText text={problem} layout="line" />
      </ProblemLine>
    </div>
  );
}
