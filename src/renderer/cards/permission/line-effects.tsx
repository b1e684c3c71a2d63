import { CircleHelp, Download, GitBranch, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LineEffect } from '../../../shared/permissions/permission.ts';
import { effectWeight, type PermissionWeight } from '../../../shared/permissions/permission-weight.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

const icons = {
  deletes: Trash2,
  rewrites: GitBranch,
  sends: Upload,
  installs: Download,
  unknown: CircleHelp,
  runs: null,
  writes: null,
  reads: null,
} satisfies Record<LineEffect['effect'], unknown>;

const chipLooks: Record<PermissionWeight, string> = {
  harmless: '',
  reaches: 'bg-caution-wash text-caution',
  destroys: 'bg-danger-wash text-danger',
};

const wordLooks: Record<PermissionWeight, string> = {
  harmless: '',
  reaches: 'bg-caution-word',
  destroys: 'bg-danger-word',
};

/** What a command does that is not harmless, a chip each, before the line. */
export function EffectChips({ effects }: { effects: readonly LineEffect[] }) {
  const grave = effects.filter((effect) => effectWeight(effect) !== 'harmless');
  if (grave.length === 0) return null;
  return (
    <ul aria-label="What it does" className="flex flex-wrap gap-1.5">
      {grave.map((effect) => {
        const Icon = icons[effect.effect];
        return (
          <li
            key={effect.reason}
            className={`inline-flex min-h-6 items-center gap-1.5 rounded-small px-2.25 py-0.5 text-small font-medium wrap-anywhere [&_svg]:size-3.5 [&_svg]:shrink-0 ${chipLooks[effectWeight(effect)]}`}
          >
            {Icon === null ? null : <Icon aria-hidden />}
            {effect.reason}
          </li>
        );
      })}
    </ul>
  );
}

/** A command line in which the words are marked that cause what the chips say. */
export function MarkedLine({ line, effects }: { line: string; effects: readonly LineEffect[] }) {
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const { from, to, weight } of markedPlaces(effects)) {
    if (from < done) continue;
    pieces.push(<VisibleText key={done} text={line.slice(done, from)} countBlanks />);
    pieces.push(
      <mark key={`mark ${from}`} className={`-mx-0.5 rounded-small px-0.5 text-inherit ${wordLooks[weight]}`}>
        <VisibleText text={line.slice(from, to)} />
      </mark>,
    );
    done = to;
  }
  return (
    <>
      {pieces}
      <VisibleText text={line.slice(done)} countBlanks />
    </>
  );
}

/** Returns the places of words that are not harmless, the graver of two at one place, in their order. */
function markedPlaces(effects: readonly LineEffect[]) {
  const places = effects.flatMap((effect) => {
    const weight = effectWeight(effect);
    return weight === 'harmless' ? [] : effect.at.map(([from, to]) => ({ from, to, weight }));
  });
  return places.toSorted((one, other) => one.from - other.from);
}

/** True where words of the line are marked. */
export function hasMarks(effects: readonly LineEffect[]): boolean {
  return markedPlaces(effects).length > 0;
}
