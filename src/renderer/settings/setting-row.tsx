import { createContext, type ReactNode, use, useId, useState } from 'react';
import { ProblemLine } from '../ui/problem-line.tsx';
import type { SettingTexts } from './setting.ts';

/** The name of the setting that somebody was led to; a list of rows has that of its group. */
export const SoughtSettingContext = createContext<string | undefined>(undefined);

const showRow = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

const showGroup = (group: HTMLElement | null) => group?.scrollIntoView({ block: 'nearest' });

/** Tells the page that something was stored. */
export const SavedContext = createContext<() => void>(() => undefined);

/**
 * Stores the input of a row. `save` takes a call that resolves to a problem for the person or to null, and
 * resolves to the same; the page says "Saved", or `problem` is to be shown in the row.
 */
export function useSaving() {
  const showSaved = use(SavedContext);
  const [problem, setProblem] = useState<string | null>(null);
  async function save(call: Promise<string | null>): Promise<string | null> {
    const failed = await call;
    setProblem(failed);
    if (failed === null) showSaved();
    return failed;
  }
  return { problem, setProblem, save };
}

type SettingRowProps = SettingTexts & {
  /** Stands before the name. */
  icon?: ReactNode;
  /** The id of the field that the name labels. */
  htmlFor?: string;
  /** The id of the sentence under the name. */
  aboutId?: string;
  problem?: string | null;
  problemId?: string;
  children?: ReactNode;
  /** Shown under the row when it is opened. */
  below?: ReactNode;
};

export function SettingRow(props: SettingRowProps) {
  const { name, about, icon, htmlFor, aboutId, problem = null, problemId, children, below } = props;
  const isSought = use(SoughtSettingContext) === name;
  return (
    <li ref={isSought ? showRow : undefined} className={`group px-4 ${isSought ? 'landed' : ''}`}>
      <div
        className={
          'relative flex min-h-(--setting) flex-wrap items-center gap-x-4 gap-y-1.5 py-[7px] before:absolute before:inset-x-0 ' +
          `before:top-0 before:border-t before:border-hairline group-first:before:hidden ${icon === undefined ? '' : '*:last:ms-auto'}`
        }
      >
        {icon === undefined ? null : <span className="text-secondary [&_svg]:size-4">{icon}</span>}
        <div
          className={`min-w-40 flex-1 ${about === undefined || icon !== undefined ? 'basis-40' : 'basis-56'}`}
        >
          <SettingName {...{ name, htmlFor }} />
          {about !== undefined && (
            <p id={aboutId} className="text-second text-secondary">
              {about}
            </p>
          )}
        </div>
        {children}
        {problem !== null && (
          <div className="basis-full pb-1">
            <ProblemLine id={problemId}>{problem}</ProblemLine>
          </div>
        )}
      </div>
      {below}
    </li>
  );
}

function SettingName({ name, htmlFor }: { name: string; htmlFor: string | undefined }) {
  if (htmlFor === undefined) return <p className="font-medium wrap-anywhere">{name}</p>;
  return (
    <label htmlFor={htmlFor} className="block font-medium wrap-anywhere">
      {name}
    </label>
  );
}

type SettingGroupProps = {
  title: string;
  note?: string | undefined;
  /** Stands at the end of the line of its title. */
  head?: ReactNode;
  children: ReactNode;
};

export function SettingGroup({ title, note, head, children }: SettingGroupProps) {
  const id = useId();
  const isSought = use(SoughtSettingContext) === title;
  return (
    <section ref={isSought ? showGroup : undefined} className="mt-6 nth-2:mt-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-second">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="min-w-0 flex-1 text-small text-secondary empty:hidden">{note}</p>
        {head}
      </div>
      <ul aria-labelledby={id} className="rounded-card border border-hairline bg-raised">
        {children}
      </ul>
    </section>
  );
}
