import { Minus, Plus, ShieldX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { folderName } from '../../../shared/files/folder-name.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { coverageText, quotedWord } from '../../../shared/permissions/permission-text.ts';
import type { PermissionChoice } from '../../../shared/permissions/permission.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { RuleStep } from './rule-steps.ts';

type RuleEditorProps = {
  /** The rules to choose from, the narrowest first; at least one. */
  steps: readonly [RuleStep, ...RuleStep[]];
  asker: string;
  anyAsker: boolean;
  /** Identifies what is decided about as it is on the card. */
  about: string;
  off: boolean;
  onAnyAsker(anyAsker: boolean): void;
  onKeep(choice: PermissionChoice): void;
  /** Says what the rule of a choice would have covered, for this asker or any. */
  renderCovered?(choiceId: string, asker: string | null): ReactNode;
};

/** Makes a rule of a command: its words shortened and lengthened, where and for whom it holds, and what it covers. */
export function RuleEditor(props: RuleEditorProps) {
  const { steps, asker, anyAsker, about, off, onAnyAsker, onKeep, renderCovered } = props;
  const [at, onStep] = useState(0);
  const [isEverywhere, setEverywhere] = useState(false);
  const step = steps[at] ?? steps[0];
  const choice = (isEverywhere ? step.everywhere : undefined) ?? step.here;
  return (
    <section aria-label="Rule" className="flex flex-col gap-2 px-2.5 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{isNever(step) ? 'Never' : 'Always'} run, from now on</span>
        {isNever(step) ? null : (
          <span className="text-small text-secondary">
            {step.match.confined ? 'Confined' : 'Not confined'}
          </span>
        )}
      </p>
      <div className="flex items-start gap-2 rounded-control border border-edge p-1.5">
        <Words match={step.match} />
        {steps.length > 1 ? (
          <span className="flex shrink-0 gap-1">
            <StepButton label="Fewer words" icon={<Minus aria-hidden />} {...{ steps, onStep }} to={at + 1} />
            <StepButton label="More words" icon={<Plus aria-hidden />} {...{ steps, onStep }} to={at - 1} />
          </span>
        ) : null}
      </div>
      {renderCovered?.(choice.id, anyAsker ? null : asker)}
      <p className="flex gap-1.5 text-small text-secondary [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
        <ShieldX aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          <VisibleText text={reachText(step)} layout="line" />
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <ScopeSelects
          {...{ step, asker, anyAsker, onAnyAsker }}
          isEverywhere={choice !== step.here}
          onEverywhere={setEverywhere}
        />
        <DecidingButton
          className="ms-auto"
          about={`${about} ${choice.id}`}
          off={off}
          onClick={(event) => {
            event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            onKeep(choice);
          }}
        >
          Keep this rule
        </DecidingButton>
      </div>
    </section>
  );
}

const isNever = ({ here }: RuleStep) => here.rule.effect === 'deny';

function reachText({ match, here: { coverage } }: RuleStep): string {
  if (!match.open) return 'Exactly this line, with nothing after it';
  return `${coverageText(coverage ?? null)}. Never covers files that may hold secrets`;
}

/** Words beyond are counted, for all of the line stands on the card; in characters. */
const longestShown = 200;

/** Returns the first words that together are short enough to be shown. */
function shownWords(words: readonly string[]): string[] {
  let length = 0;
  const beyond = words.findIndex((word) => (length += word.length + 1) > longestShown);
  return words.slice(0, beyond < 0 ? words.length : beyond);
}

/** The words of a rule, each by itself, and its open end. */
function Words({ match: { words, open } }: Pick<RuleStep, 'match'>) {
  const shown = shownWords(words);
  const left = words.length - shown.length;
  return (
    <code
      role="status"
      dir="ltr"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-1 self-center font-mono text-code"
    >
      {shown.map((word, index) => (
        <span
          key={index}
          className="min-w-0 rounded-small bg-selected px-1.5 py-0.5 font-medium wrap-anywhere"
        >
          <VisibleText text={quotedWord(word)} layout="line" />{' '}
        </span>
      ))}
      {left > 0 ? (
        <span className="px-1.5 py-0.5 text-secondary">and {left} more words, as on the card</span>
      ) : null}
      {open ? (
        <span className="rounded-small border border-edge px-1.5 py-px text-secondary">… anything after</span>
      ) : null}
    </code>
  );
}

type StepButtonProps = {
  label: string;
  icon: ReactNode;
  steps: readonly RuleStep[];
  to: number;
  onStep(to: number): void;
};

/** Goes to another step; where there is none it keeps the focus and does nothing. */
function StepButton({ label, icon, steps, to, onStep }: StepButtonProps) {
  const isOff = steps[to] === undefined;
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={isOff}
      onClick={() => (isOff ? undefined : onStep(to))}
      className="border border-edge aria-disabled:cursor-default aria-disabled:opacity-50"
    />
  );
}

type ScopeProps = Pick<RuleEditorProps, 'asker' | 'anyAsker' | 'onAnyAsker'> & {
  step: RuleStep;
  isEverywhere: boolean;
  onEverywhere(isEverywhere: boolean): void;
};

/** Where and for whom a rule holds. */
function ScopeSelects({ step, asker, anyAsker, isEverywhere, onAnyAsker, onEverywhere }: ScopeProps) {
  const { here, everywhere } = step;
  return (
    <>
      <Select
        aria-label="Where it holds"
        value={isEverywhere ? 'everywhere' : 'here'}
        onChange={({ target }) => onEverywhere(target.value === 'everywhere')}
        className="min-w-0 max-w-48"
      >
        <option value="here">In {visibleText(folderName(here.rule.folder ?? ''), 'line')}</option>
        {isNever(step) ? null : (
          <option value="everywhere" disabled={everywhere === undefined}>
            In every folder{everywhere === undefined ? ': exact lines only' : ''}
          </option>
        )}
      </Select>
      <Select
        aria-label="Whose commands"
        value={anyAsker ? 'any' : 'asker'}
        onChange={({ target }) => onAnyAsker(target.value === 'any')}
        className="min-w-0 max-w-48"
      >
        <option value="asker">{visibleText(asker, 'line')}</option>
        <option value="any">Any agent</option>
      </Select>
    </>
  );
}
