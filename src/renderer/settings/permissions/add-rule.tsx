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

type AddRuleProps = { whos: readonly [Who, ...Who[]]; onDone(): void };

/** Makes a rule about a command that is typed: those that its card would offer, or the sentence why there is none. */
export function AddRule({ whos, onDone }: AddRuleProps) {
  const { companion } = useParley();
  const { problem, setProblem, save } = useSaving();
  const [entry, setEntry] = useState<Entry>({ effect: 'allow', line: '', who: whos[0] });
  const [anyAsker, setAnyAsker] = useState(false);
  const [offered, setOffered] = useState<OfferedRules | null>(null);
  const typed = { ...entry.who, line: entry.line };

  function check(): void {
    const call = companion.client.rules.offered(typed);
    void call.then(setOffered, (error: unknown) => setProblem(failureText(error)));
  }

  function keep({ rule }: PermissionChoice): void {
    if (rule === undefined) return;
    const { effect, folder, match } = rule;
    const call = companion.client.rules.add({ ...typed, rule: { effect, folder, match }, anyAsker });
    void save(call.then(() => null, failureText)).then((failed) => failed === null && onDone());
  }

  function change(next: Entry): void {
    // What is offered is about the command; whether it is always or never to run is chosen among that.
    if (next.line !== entry.line || next.who !== entry.who) setOffered(null);
    setProblem(null);
    setEntry(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }

  return (
    <li className="border-t border-hairline px-4 py-3" onKeyDown={onKeyDown}>
      <RuleForm {...{ whos, entry }} onChange={change} onCheck={check} />
      <div role="status">
        {offered === null ? null : (
          <Offered
            {...{ offered, anyAsker }}
            effect={entry.effect}
            asker={entry.who.asker}
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

/** What the person has entered: a command of an agent, and whether it is always or never to run. */
type Entry = { effect: Effect; line: string; who: Who };

type RuleFormProps = {
  whos: readonly Who[];
  entry: Entry;
  onChange(entry: Entry): void;
  onCheck(): void;
};

/** The command, as it is typed. It has the focus from the start. */
function RuleForm({ whos, entry, onChange, onCheck }: RuleFormProps) {
  const { effect, line, who } = entry;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function check(event: FormEvent): void {
    event.preventDefault();
    if (line.trim() !== '') onCheck();
  }

  return (
    <form aria-label="Add a rule" className="flex flex-wrap items-center gap-2" onSubmit={check}>
      <Segmented
        label="What the rule says"
        choices={effects}
        value={effect}
        onChoose={(chosen) => onChange({ ...entry, effect: chosen })}
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
        onChange={({ target }) => onChange({ ...entry, line: target.value })}
      />
      <WhoSelect {...{ whos }} chosen={who} onChoose={(at) => onChange({ ...entry, who: whos[at] ?? who })} />
      <Button type="submit" aria-disabled={line.trim() === ''}>
        Check
      </Button>
    </form>
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
    <div className="mt-2.5 rounded-control border border-hairline">
      <RuleEditor key={effect} steps={[first, ...others]} about={effect} off={false} {...rest} />
    </div>
  );
}
