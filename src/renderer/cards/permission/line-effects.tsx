import { CircleHelp, Download, GitBranch, Hand, ShieldOff, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AskReason, CommandSubject, LineEffect } from '../../../shared/permissions/permission.ts';
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

/** What a command does that is not harmless, and that it is not confined, a chip each, before the line. */
export function CommandChips({ subject: { effects = [], confined } }: { subject: CommandSubject }) {
  const grave = effects.filter((effect) => effectWeight(effect) !== 'harmless');
  if (grave.length === 0 && confined) return null;
  return (
    <ul aria-label="What it does" className="flex flex-wrap gap-1.5">
      {grave.map((effect) => (
        <Chip key={effect.reason} look={chipLooks[effectWeight(effect)]}>
          <EffectIcon effect={effect.effect} />
          {effect.reason}
        </Chip>
      ))}
      {confined ? null : (
        <Chip look="bg-selected text-secondary">
          <ShieldOff aria-hidden />
          Not confined
        </Chip>
      )}
    </ul>
  );
}

function Chip({ look, children }: { look: string; children: ReactNode }) {
  return (
    <li
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-small px-2.25 py-0.5 text-small font-medium wrap-anywhere [&_svg]:size-3.5 [&_svg]:shrink-0 ${look}`}
    >
      {children}
    </li>
  );
}

function EffectIcon({ effect }: Pick<LineEffect, 'effect'>) {
  const Icon = icons[effect];
  return Icon === null ? null : <Icon aria-hidden />;
}

export const partReasonLook =
  'inline-flex min-w-0 items-center gap-1.5 text-second [&_svg]:size-3.5 [&_svg]:shrink-0';

const askLooks: Record<PermissionWeight, string> = {
  harmless: 'text-ink',
  reaches: 'text-caution',
  destroys: 'text-danger',
};

/** Why a command of a line asks, in the colour of what it does. */
export function AskingReason({ why, children }: { why: AskReason | undefined; children: ReactNode }) {
  const effect = why?.type === 'does' ? why.effect : undefined;
  const weight = effect === undefined ? 'harmless' : effectWeight({ effect });
  return (
    <span className={`${partReasonLook} font-medium ${askLooks[weight]}`}>
      {effect === undefined || weight === 'harmless' ? <Hand aria-hidden /> : <EffectIcon effect={effect} />}
      {children}
    </span>
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
