import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ruleRefusalText } from '../../../shared/permissions/permission-text.ts';
import type { RuleDraft } from '../../../shared/permissions/permission-rule.ts';
import type { PermissionChoice } from '../../../shared/permissions/permission.ts';
import type { OfferedRules } from '../../../shared/permissions/typed-rule.ts';
import { RuleEditor } from '../../cards/permission/rule-editor.tsx';
import { neverSteps, ruleSteps } from '../../cards/permission/rule-steps.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useSaving } from '../setting-row.tsx';
import { type Who, WhoSelect } from './command-who.tsx';

type Effect = RuleDraft['effect'];

const effects = [
  { value: 'allow', label: 'Always' },
  { value: 'deny', label: 'Never' },
] as const satisfies readonly { value: Effect; label: string }[];

/** Makes a rule about a command that is typed: those that its card would offer, or the sentence why there is none. */
export function AddRule({ whos, onDone }: { whos: readonly [Who, ...Who[]]; onDone(): void }) {
  const { companion } = useParley();
  const { problem, setProblem, save } = useSaving();
  const [effect, setEffect] = useState<Effect>('allow');
  const [line, setLine] = useState('');
  const [chosen, setChosen] = useState(0);
  const [anyAsker, setAnyAsker] = useState(false);
  const [offered, setOffered] = useState<OfferedRules | null>(null);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const who = whos[chosen] ?? whos[0];
  const typed = { ...who, line };

  function change(next: () => void): void {
    setOffered(null);
    setProblem(null);
    next();
  }

  function check(event: FormEvent): void {
    event.preventDefault();
    if (line.trim() === '') return;
    void companion.client.rules
      .offered(typed)
      .then(setOffered, (error: unknown) => setProblem(failureText(error)));
  }

  function keep({ rule }: PermissionChoice): void {
    if (rule === undefined) return;
    const { effect: made, folder, match } = rule;
    const call = companion.client.rules.add({ ...typed, rule: { effect: made, folder, match }, anyAsker });
    void save(call.then(() => null, failureText)).then((failed) => failed === null && onDone());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }

  return (
    <li className="border-t border-hairline px-4 py-3" onKeyDown={onKeyDown}>
      <form aria-label="Add a rule" className="flex flex-wrap items-center gap-2" onSubmit={check}>
        <Segmented
          label="What the rule says"
          choices={effects}
          value={effect}
          onChoose={(chosen) => setEffect(chosen)}
        />
        <label htmlFor={id} className="sr-only">
          Command of the rule
        </label>
        <TextInput
          ref={field}
          id={id}
          dir="ltr"
          mono
          className="min-w-40 flex-1 basis-52"
          placeholder="npm test"
          value={line}
          onChange={({ target }) => change(() => setLine(target.value))}
        />
        <WhoSelect {...{ whos }} chosen={who} onChoose={(at) => change(() => setChosen(at))} />
        <Button type="submit" aria-disabled={line.trim() === ''}>
          Check
        </Button>
      </form>
      <div role="status">
        {offered === null ? null : (
          <Offered
            {...{ offered, effect, anyAsker }}
            asker={who.asker}
            onAnyAsker={setAnyAsker}
            onKeep={keep}
          />
        )}
      </div>
      {problem === null ? null : (
        <div className="pt-2">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </li>
  );
}

type OfferedProps = {
  offered: OfferedRules;
  effect: Effect;
  asker: string;
  anyAsker: boolean;
  onAnyAsker(anyAsker: boolean): void;
  onKeep(choice: PermissionChoice): void;
};

function Offered({ offered: { choices, refused }, effect, ...rest }: OfferedProps) {
  const [first, ...others] = effect === 'allow' ? ruleSteps(choices) : neverSteps(choices);
  if (first === undefined) {
    return refused === null ? null : <p className="pt-2.5 wrap-anywhere">{ruleRefusalText(refused)}</p>;
  }
  return (
    <div className="mt-2.5 max-w-120 rounded-control border border-hairline">
      <RuleEditor key={effect} steps={[first, ...others]} about={effect} off={false} {...rest} />
    </div>
  );
}
