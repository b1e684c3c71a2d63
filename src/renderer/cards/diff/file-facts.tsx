import type { FileDiff } from '../../../shared/previews/preview.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { type Protection, reasonsFor } from '../../../shared/files/protected-files.ts';

/** A path with its file's name in ink and its folder in secondary; long folders fade first. */
export function FilePath({ path, className = '' }: { path: string; className?: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span dir="ltr" title={visibleText(path, 'line')} className={`flex min-w-0 ${className}`}>
      {at === 0 ? null : (
        <span className="min-w-0 cut-off text-tertiary">
          <VisibleText text={path.slice(0, at)} layout="line" />
        </span>
      )}
      <span className="min-w-0 cut-off font-medium">
        <VisibleText text={path.slice(at)} layout="line" />
      </span>
    </span>
  );
}

/** Why a file is protected. */
export function Protections({ file: { path, marks = [] } }: { file: FileDiff }) {
  if (marks.length === 0) return null;
  return (
    <span className="inline-flex shrink-0 flex-wrap gap-1 py-1">
      {marks.map((mark) => (
        <span
          key={mark}
          title={reasonsFor(mark, path).join(' ')}
          className="rounded-small border border-edge bg-raised px-1.5 text-small font-medium text-secondary"
        >
          {protectionTexts[mark]}
        </span>
      ))}
    </span>
  );
}

/** Added and removed lines: as signs, and in words for screen readers. */
export function LineCounts({ file }: { file: FileDiff }) {
  return <Counts {...countLines(file)} />;
}

type Change = FileDiff['change'];

const changes: Record<Change, { letter: string; name: string; ink: string }> = {
  created: { letter: 'A', name: 'New', ink: 'text-yes' },
  changed: { letter: 'M', name: 'Changed', ink: 'text-caution' },
  deleted: { letter: 'D', name: 'Deleted', ink: 'text-danger' },
};

/** What happens to a file, in git's letters; in words for screen readers. */
export function ChangeLetter({ change, className = '' }: { change: Change; className?: string }) {
  const { letter, name, ink } = changes[change];
  return (
    <span
      title={name}
      className={`w-4.5 shrink-0 text-center font-code text-small font-semibold ${ink} ${className}`}
    >
      <span aria-hidden>{letter}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

const protectionTexts: Record<Protection, string> = {
  'holds-secrets': 'Holds secrets',
  'runs-code': 'Runs code later',
  'steers-agents': 'Steers agents',
  'changes-ignored': 'Changes what is ignored',
};

/** Counts the lines that a file gains and loses. */
export function countLines({ hunks }: FileDiff): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added += 1;
      else if (line.startsWith('-')) removed += 1;
    }
  }
  return { added, removed };
}

/** Counts the lines that files gain and lose. */
export function totalOf(files: readonly FileDiff[]): { added: number; removed: number } {
  const counts = files.map(countLines);
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function lineText({ added, removed }: { added: number; removed: number }): string {
  const words = (count: number, what: string) =>
    count === 0 ? null : `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'} ${what}`;
  return [words(added, 'added'), words(removed, 'removed')].filter(Boolean).join(', ') || 'no line changed';
}

/** Added and removed lines: as signs, and in words for screen readers. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span dir="ltr" className="shrink-0 font-medium whitespace-nowrap tabular-nums">
      <span className="sr-only">{lineText({ added, removed })}</span>
      <span aria-hidden className="inline-flex gap-1.5">
        {added === 0 ? null : <span className="text-added-ink">+{added.toLocaleString('en')}</span>}
        {removed === 0 ? null : <span className="text-removed-ink">−{removed.toLocaleString('en')}</span>}
      </span>
    </span>
  );
}
