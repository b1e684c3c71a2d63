import type { RuleDraft } from '../../../shared/permissions/permission-rule.ts';
import type { RuleId } from '../../../shared/ids.ts';
import type { Permission } from '../../../shared/permissions/permission.ts';
import {
  ruleScope,
  ruleText,
  settledText,
  subjectName,
} from '../../../shared/permissions/permission-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CardLine } from '../card-frame.tsx';
import type { PermissionCardState, PermissionPart } from './permission-card-kind.ts';

type SettledProps = { part: PermissionPart; hasRule: boolean; onUndoRule(id: RuleId): void };

/** The line of an ended permission, with a button that removes the rule involved. */
export function settledLine({ part, hasRule, onUndoRule }: SettledProps): CardLine {
  const { permission, result } = part;
  const { state, sentence, after } = settledText(permission, result !== null);
  const name = subjectName(permission.subject);
  const code = (
    <code dir="ltr" className="font-mono text-code">
      <VisibleText text={name} layout="line" />
    </code>
  );
  const rest = <VisibleText text={after} layout="line" />;
  const actions = <UndoRule {...{ permission, hasRule, onUndoRule }} />;
  if (sentence === undefined) {
    const from = (
      <>
        {code}
        {rest}
      </>
    );
    return { what: state, from, whole: `${state} · ${name}${after}`, actions };
  }
  const what = (
    <>
      {sentence.before}
      {code}
      {sentence.after}
      {rest}
    </>
  );
  return { what, whole: `${sentence.before}${name}${sentence.after}${after}`, actions };
}

type UndoProps = Pick<SettledProps, 'hasRule' | 'onUndoRule'> & { permission: Permission };

/** Removes the rule that answered, or that was made with the answer. */
export function UndoRule({ permission: { settlement }, hasRule, onUndoRule }: UndoProps) {
  const id = settlement?.rule?.id;
  if (id === undefined || !hasRule) return null;
  return (
    <Button look="quiet" className="text-ink" onClick={() => onUndoRule(id)}>
      {settlement?.rule?.match.type === 'confined' ? 'Ask again here' : 'Undo rule'}
    </Button>
  );
}

export function SettledDetails({ part, card }: { part: PermissionPart; card: PermissionCardState }) {
  const { settlement } = part.permission;
  if (settlement === null) return null;
  const { outcome, rule, choice } = settlement;
  const left = [
    { name: 'Reason', text: card.reason },
    { name: 'Note', text: card.note },
    { name: 'Command', text: card.line ?? '' },
  ].filter(({ text }) => text.trim() !== '');
  return (
    <>
      {choice?.external && choice.words !== undefined ? (
        <Said name="You answered" text={choice.words} />
      ) : null}
      {outcome.type === 'allowed' && outcome.line !== undefined ? (
        <Said name="You changed the command to" text={outcome.line} />
      ) : null}
      {outcome.type === 'allowed' && outcome.note !== undefined ? (
        <Said name="Your note" text={outcome.note} />
      ) : null}
      {outcome.type === 'denied' && outcome.reason !== undefined ? (
        <Said name="Your reason" text={outcome.reason} />
      ) : null}
      {rule === undefined ? null : <Said name="Your rule" text={ruleInFull(rule)} />}
      {part.permission.subject.type === 'mcp' && part.result !== null ? (
        <Answer ok={part.result.ok} text={part.result.text} />
      ) : null}
      {left.map(({ name, text }) => (
        <div key={name} className="flex items-start gap-2">
          <Said name={`${name}, entered here and not sent`} text={text} />
          <CopyButton label={`Copy ${name.toLowerCase()}`} text={() => text} />
        </div>
      ))}
    </>
  );
}

/** Longer answers are cut; the copy has all of it. */
const longAnswer = 20_000;

function Answer({ ok, text }: { ok: boolean; text: string }) {
  const name = ok ? 'Answer' : 'What went wrong';
  return (
    <figure className="min-w-0 text-second">
      <figcaption className="flex items-center justify-between text-small text-tertiary">
        {name}
        <CopyButton label={`Copy ${name.toLowerCase()}`} text={() => text} />
      </figcaption>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={name}
        className="max-h-[40dvh] overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        <VisibleText text={text.slice(0, longAnswer)} />
        {text.length > longAnswer && '…'}
      </pre>
    </figure>
  );
}

function ruleInFull(rule: RuleDraft): string {
  const { before, code, after } = ruleText(rule);
  return `${before}${code}${after} (${ruleScope(rule)})`;
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0 flex-1 text-second">
      <p className="text-small text-tertiary">{name}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <VisibleText text={text} countBlanks />
      </p>
    </div>
  );
}
