import { Ban, Check, Hand } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { unconfinedText } from '../../../shared/permissions/confinement-text.ts';
import { askReasonText, ruleScope, ruleText } from '../../../shared/permissions/permission-text.ts';
import type { TriedCommand, TriedPart, TriedReason } from '../../../shared/permissions/tried-command.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type Who, WhoSelect } from './command-who.tsx';

type Answer = { type: 'tried'; tried: TriedCommand } | { type: 'failed'; problem: string };

/** A field that says what would happen to a command in a folder, and why. Nothing of it is run. */
export function TryCommandRow({ whos }: { whos: readonly Who[] }) {
  const { companion } = useParley();
  const id = useId();
  const [line, setLine] = useState('');
  const [chosen, setChosen] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const who = whos[chosen] ?? whos[0];
  if (who === undefined) return null;
  const input = { ...who, line };

  function submit(event: FormEvent): void {
    event.preventDefault();
    void companion.client.rules.tryCommand(input).then(
      (tried) => setAnswer({ type: 'tried', tried }),
      (error: unknown) => setAnswer({ type: 'failed', problem: failureText(error) }),
    );
  }

  function change(next: { line?: string; chosen?: number }): void {
    setAnswer(null);
    if (next.line !== undefined) setLine(next.line);
    if (next.chosen !== undefined) setChosen(next.chosen);
  }

  return (
    <li className="px-4 py-2.5">
      <form className="flex flex-wrap items-center gap-2" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          Command to try
        </label>
        <TextInput
          id={id}
          dir="ltr"
          mono
          className="min-w-40 flex-1 basis-60"
          placeholder="npm test && git push"
          value={line}
          onChange={(event) => change({ line: event.currentTarget.value })}
        />
        <WhoSelect {...{ whos }} chosen={who} onChoose={(at) => change({ chosen: at })} />
        <Button type="submit" aria-disabled={line.trim() === ''}>
          Try
        </Button>
      </form>
      <div role="status">{answer === null ? null : <Answered answer={answer} />}</div>
    </li>
  );
}

function Answered({ answer }: { answer: Answer }) {
  switch (answer.type) {
    case 'failed':
      return <ProblemLine>{answer.problem}</ProblemLine>;
    case 'tried': {
      const { parts, confined, unconfined } = answer.tried;
      return (
        <>
          <ul aria-label="What would happen" className="mt-2.5 border-t border-hairline">
            {parts.map((part, index) => (
              <Part key={index} part={part} />
            ))}
          </ul>
          <p className="pt-2 text-small text-tertiary">
            {confined
              ? 'It would run confined.'
              : `It would run with your rights. ${unconfined === undefined ? '' : unconfinedText(unconfined)}`}{' '}
            Nothing was run.
          </p>
        </>
      );
    }
  }
}

function Part({ part: { line, verdict, why } }: { part: TriedPart }) {
  const { icon: Icon, text, look } = verdicts[verdict];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-hairline py-2 last:border-transparent">
      <code dir="ltr" className="min-w-0 flex-1 basis-52 font-mono text-code wrap-anywhere">
        <VisibleText text={line} layout="line" />
      </code>
      <span className="w-16 shrink-0">
        <span
          className={`inline-flex h-5 items-center gap-1 rounded-small px-1.75 text-small font-medium [&_svg]:size-3.25 ${look}`}
        >
          <Icon aria-hidden />
          {text}
        </span>
      </span>
      <span className="min-w-0 basis-64 text-second text-pretty text-secondary wrap-anywhere sm:text-end">
        <VisibleText text={reasonText(why)} layout="line" />
      </span>
    </li>
  );
}

const verdicts = {
  runs: { icon: Check, text: 'Runs', look: 'bg-yes-wash text-yes' },
  asks: { icon: Hand, text: 'Asks', look: 'bg-caution-wash text-caution' },
  denied: { icon: Ban, text: 'Never', look: 'bg-danger-wash text-danger' },
} as const satisfies Record<TriedPart['verdict'], unknown>;

function reasonText(why: TriedReason): string {
  switch (why.type) {
    case 'rule': {
      const { before, code, after } = ruleText(why.rule);
      return `Rule: ${before}${code}${after} (${ruleScope(why.rule)})`;
    }
    case 'reads-only':
      return 'It only reads';
    case 'confined':
      return 'Confined, by your choice';
    case 'asks':
      return askReasonText(why.why);
  }
}
