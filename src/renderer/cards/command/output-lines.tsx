import '../../styles/output.css';
import { Fragment } from 'react';
import type { CommandOutput, OutputLine } from '../../../shared/transcript/command-run.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** A line of output in its colours; characters that nobody sees stand as their codes. */
export function OutputText({ line: { text, marks = [] } }: { line: OutputLine }) {
  if (marks.length === 0) return <VisibleText text={text} />;
  return marks.map(({ from, to, looks }, index) => {
    const before = text.slice(marks[index - 1]?.to ?? 0, from);
    const after = index === marks.length - 1 ? text.slice(to) : '';
    return (
      <Fragment key={from}>
        <VisibleText text={before} />
        <span data-looks={looks.join(' ')}>
          <VisibleText text={text.slice(from, to)} />
        </span>
        <VisibleText text={after} />
      </Fragment>
    );
  });
}

export function OutputLines({ lines }: { lines: readonly OutputLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      <OutputText line={line} />
    </Fragment>
  ));
}

type OutputTailProps = Pick<CommandOutput, 'tail' | 'lines'> & { className?: string };

/** The last lines of an output, scrolled to their end, and how many came before; nothing where there are none. */
export function OutputTail({ tail, lines, className = '' }: OutputTailProps) {
  if (lines === 0) return null;
  const earlier = lines - tail.length;
  return (
    <pre
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label="Output"
      className={`output flex max-h-80 flex-col-reverse overflow-auto focus-visible:-outline-offset-2 ${className}`}
    >
      <span>
        {earlier > 0 && (
          <span className="text-tertiary">
            {earlier === 1 ? '1 earlier line' : `${earlier.toLocaleString('en')} earlier lines`}
            {'\n'}
          </span>
        )}
        <OutputLines lines={tail} />
      </span>
    </pre>
  );
}
