import { useStore } from 'zustand';
import type { LedgerOverview, OutcomeCounts } from '../../shared/ledger/ledger-entry.ts';
import { type OutcomeSide, outcomeSides } from '../../shared/recorded-outcome.ts';
import { AgentMark } from '../ui/agent-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { LedgerView } from './ledger-view.ts';
import { sideNames } from './side-names.ts';

/** How many decisions there were on each of the last 14 days, and by who asked; nothing where there were none. */
export function DecisionChart({ view }: { view: LedgerView }) {
  const { overview } = useStore(view.state);
  const all = overview === null ? 0 : sumOf(overview.days.map(allOf));
  if (overview === null || all === 0) return null;
  return (
    <section
      aria-label="Last 14 days"
      className="mt-4 flex rounded-card border border-hairline bg-raised text-second @max-[52rem]:flex-col"
    >
      <div className="min-w-0 flex-1 px-4 pt-3 pb-2.5">
        <h2 className="text-small text-secondary">Last 14 days</h2>
        <Totals {...{ overview, all }} />
        <Bars days={overview.days} begins={overview.begins} />
      </div>
      <div className="min-w-0 border-s border-hairline px-4 pt-3 pb-2.5 @max-[52rem]:border-s-0 @max-[52rem]:border-t @min-[52rem]:w-66">
        <h2 className="text-small text-secondary">By agent</h2>
        <Askers askers={overview.askers} />
      </div>
    </section>
  );
}

const fills: Record<OutcomeSide, string> = {
  yes: 'bg-yes-mark',
  no: 'bg-danger',
  neither: 'bg-control',
};

function Totals({ overview, all }: { overview: LedgerOverview; all: number }) {
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-6 gap-y-1">
      <Total count={all} name="Asked" />
      {outcomeSides.map((side) => (
        <Total
          key={side}
          count={sumOf(overview.days.map((day) => day[side]))}
          name={sideNames[side]}
          fill={fills[side]}
        />
      ))}
    </dl>
  );
}

function Total({ count, name, fill }: { count: number; name: string; fill?: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="flex items-center gap-1.5 text-small text-secondary">
        {fill === undefined ? null : <span aria-hidden className={`size-2 rounded-bar ${fill}`} />}
        {name}
      </dt>
      <dd className="text-title font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
    </div>
  );
}

/** The height of the highest bar, in pixels. */
const highest = 72;

type BarsProps = { days: LedgerOverview['days']; begins: readonly number[] };

function Bars({ days, begins }: BarsProps) {
  const most = Math.max(1, ...days.map(allOf));
  return (
    <ol className="mt-2 flex h-26 items-end border-b border-transparent">
      {days.map((day, index) => {
        const date = new Date(begins[index] ?? 0);
        const isToday = index === days.length - 1;
        return (
          <li key={date.getTime()} className="flex min-w-0 flex-1 flex-col items-center">
            <span className="sr-only">{`${dateText.format(date)}: ${countsText(day)}`}</span>
            <span
              aria-hidden
              className="flex w-full flex-col-reverse items-center gap-0.5 border-b border-hairline pb-px"
            >
              {outcomeSides.map((side) =>
                day[side] === 0 ? null : (
                  <span
                    key={side}
                    className={`w-5 max-w-[70%] rounded-bar forced-color-adjust-none ${fills[side]}`}
                    style={{ height: Math.max(2, Math.round((day[side] / most) * highest)) }}
                  />
                ),
              )}
            </span>
            <span
              aria-hidden
              className={`pt-1 text-small tabular-nums ${isToday ? 'font-semibold' : 'text-secondary'}`}
            >
              {date.getDate()}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** How many who asked have a line of their own. */
const mostAskers = 5;

function Askers({ askers }: { askers: LedgerOverview['askers'] }) {
  const most = Math.max(1, ...askers.map(allOf));
  return (
    <ul className="mt-1">
      {askers.slice(0, mostAskers).map((counts) => (
        <li key={counts.asker} className="flex min-h-7 items-center gap-2">
          {counts.agent === null ? (
            <span aria-hidden className="size-4 shrink-0" />
          ) : (
            <AgentMark of={counts.agent} size={16} />
          )}
          <span className="min-w-0 flex-1 truncate">
            <VisibleText text={counts.asker} layout="line" />
          </span>
          <span className="sr-only">{countsText(counts)}</span>
          <span aria-hidden className="flex w-20 shrink-0 gap-0.5">
            {outcomeSides.map((side) =>
              counts[side] === 0 ? null : (
                <span
                  key={side}
                  className={`h-2 min-w-0.75 rounded-bar forced-color-adjust-none ${fills[side]}`}
                  style={{ width: `${(counts[side] / most) * 100}%` }}
                />
              ),
            )}
          </span>
          <span aria-hidden className="w-7 shrink-0 text-end text-secondary tabular-nums">
            {allOf(counts).toLocaleString('en')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const dateText = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });

function countsText(counts: OutcomeCounts): string {
  const parts = outcomeSides.flatMap((side) =>
    counts[side] === 0 ? [] : [`${counts[side].toLocaleString('en')} ${sideNames[side].toLowerCase()}`],
  );
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function allOf({ yes, no, neither }: OutcomeCounts): number {
  return yes + no + neither;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
