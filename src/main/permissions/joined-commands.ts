import { commandParts, type CommandPart } from '../../shared/permissions/argv.ts';
import { allowedBy, readCommand } from '../../shared/permissions/command-table.ts';
import { askReasonOf } from '../../shared/permissions/ask-reason.ts';
import type { AskReason, CommandSubject, LinePart } from '../../shared/permissions/permission.ts';
import type { RuleAnswer } from '../../shared/permissions/rule-decision.ts';
import { type Environment, readingEnvironment } from '../commands/command-environment.ts';
import { markerVariable } from '../commands/processes.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import { futureRealPath } from './command-links.ts';

/** One command of a line as it would be asked for by itself, with the answer of the rules. */
type DecidedPart = { subject: CommandSubject; answer: RuleAnswer | undefined };

type JoinedDeps = {
  /** Decides one command by the rules. */
  byRules: (subject: CommandSubject) => Promise<DecidedPart>;
  /** Returns the argv by which a command that reads only runs unasked; undefined for any other. */
  reading: (subject: CommandSubject) => Promise<string[] | undefined>;
};

/**
 * What becomes of a line of several commands. It runs as `argv` where each of them is allowed, by `answers` of rules or
 * since it only reads; else the person sees its `parts`, and `asking` is the one that asks, if a rule about
 * it would have the line run.
 */
type JoinedDecision =
  | { type: 'denied'; answer: RuleAnswer }
  | { type: 'allowed'; answers: RuleAnswer[]; script: RunnablePart[] }
  | { type: 'asks'; parts: LinePart[]; asking: CommandSubject | undefined };

/** A command as it runs, by the person's environment or by one for reading only. */
type RunnablePart = Omit<CommandPart, 'words'> & { words: readonly string[]; reads: boolean };

/** The most commands of a line. */
const most = 20;

/** Returns the commands of a line that `/bin/sh` runs as they are read; undefined for one command, and any other line. */
export function joinedCommands(line: string): CommandPart[] | undefined {
  const parts = process.platform === 'win32' ? undefined : commandParts(line);
  const isJoined =
    parts !== undefined && (parts.length > 1 || parts.some((part) => part.redirections.length > 0));
  return isJoined && parts.length <= most ? parts : undefined;
}

/** Decides a line of several commands, each by its own rule. A rule that denies one denies the line. */
export async function decideJoined(
  subject: CommandSubject,
  parts: readonly CommandPart[],
  deps: JoinedDeps,
): Promise<JoinedDecision> {
  const script: RunnablePart[] = [];
  const shown: LinePart[] = [];
  const asking: AskingPart[] = [];
  const answers: RuleAnswer[] = [];
  let changesFiles = false;
  for (const [index, part] of parts.entries()) {
    const line = part.words.map(shellQuoted).join(' ');
    const decision = await decidePart({ ...subject, line }, deps, {
      isPiped: parts[index - 1]?.join === '|',
      isStale: changesFiles && namesFiles(part.words),
      among: answers,
    });
    if (decision.by === 'rule' && decision.answer.rule.effect === 'deny')
      return { type: 'denied', answer: decision.answer };
    if (decision.by === 'rule') answers.push(decision.answer);
    if (decision.by === null) asking.push(decision);
    shown.push({ line, by: decision.by, ...(decision.by === null && { why: decision.why }) });
    const isReading = decision.by === 'reads-only';
    script.push({ ...part, words: isReading ? decision.argv : part.words, reads: isReading });
    changesFiles ||= !isReading && !isStaging(part.words);
  }
  const [first, ...others] = asking;
  if (first === undefined) return { type: 'allowed', answers, script };
  const isOnly = others.length === 0 && first.mayBeRule;
  return { type: 'asks', parts: shown, asking: isOnly ? first.subject : undefined };
}

type AskingPart = { by: null; why: AskReason; subject: CommandSubject; mayBeRule: boolean };
type PartDecision =
  | AskingPart
  | { by: 'rule'; answer: RuleAnswer }
  | { by: 'reads-only'; argv: readonly string[] };

/**
 * Where a command stands in its line: it may get what another puts out, take files that one before it may have changed
 * since links were looked up, and follow commands that rules allow.
 */
type PlaceInLine = { isPiped: boolean; isStale: boolean; among: readonly RuleAnswer[] };

async function decidePart(
  own: CommandSubject,
  { byRules, reading }: JoinedDeps,
  place: PlaceInLine,
): Promise<PartDecision> {
  const { isPiped, isStale, among } = place;
  const { subject, answer } = await byRules(own);
  const mayRun = !isPiped && !isStale && agrees(answer, among[0]);
  if (answer !== undefined && (mayRun || answer.rule.effect === 'deny')) return { by: 'rule', answer };
  const argv = isStale ? undefined : await reading(own);
  if (argv !== undefined) return { by: 'reads-only', argv };
  const confined = own.confined ? undefined : (await byRules({ ...own, confined: true })).answer;
  const isForConfined = answer === undefined && confined?.rule.effect === 'allow';
  const why: AskReason = isForConfined ? { type: 'not-confined' } : whyAsks({ subject, answer }, place);
  return { by: null, why, subject, mayBeRule: !isPiped && !isStale && answer === undefined };
}

/** Says why a command of a line asks, which a rule may allow where it stands by itself. */
function whyAsks({ subject, answer }: DecidedPart, { isPiped, isStale }: PlaceInLine): AskReason {
  if (answer !== undefined) return { type: isPiped ? 'piped' : isStale ? 'stale' : 'reach' };
  if (subject.git?.changed === true) return { type: 'git-changed' };
  const why = askReasonOf(subject.line);
  return why.type === 'reads' && isStale ? { type: 'stale' } : why;
}

/** True for a command that may take files or a repository, as far as the table knows it. */
function namesFiles(words: readonly string[]): boolean {
  const reading = readCommand(words);
  const usesFolder = reading.readsFrom === 'names' || words[0] === 'git';
  return usesFolder || reading.paths.length > 0 || allowedBy(reading) !== 'prefix';
}

/** True for `git add`, which leaves all files and settings as they are. */
function isStaging(words: readonly string[]): boolean {
  return words[0] === 'git' && words[1] === 'add' && allowedBy(readCommand(words)) === 'prefix';
}

/** True where two rules let a command reach as far: all of a line runs confined alike. */
function agrees(one: RuleAnswer | undefined, other: RuleAnswer | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const reach = ({ hosts = [], unconfined }: RuleAnswer) => JSON.stringify([hosts.toSorted(), unconfined]);
  return reach(one) === reach(other);
}

/**
 * Returns the argv by which `/bin/sh` runs the commands of a line, each from its words alone: started by `env`, none of
 * them is a function, an alias or a builtin of the shell.
 */
export function joinedArgv(script: readonly RunnablePart[], env: Environment, root: string): string[] {
  const quiet = Object.entries(readingEnvironment(env, futureRealPath(root) ?? root)).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${name}=${shellQuoted(value)}`]),
  );
  const reading = ['-i', `${markerVariable}="$${markerVariable}"`, ...quiet];
  const line = script.map(({ words, redirections, join, reads }) =>
    ['/usr/bin/env', ...(reads ? reading : []), ...words.map(shellQuoted), ...redirections, join ?? ''].join(
      ' ',
    ),
  );
  return ['/bin/sh', '-c', line.join(' ').trim()];
}
