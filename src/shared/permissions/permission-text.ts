import { inOneLine } from '../blank-runs.ts';
import { folderName } from '../files/folder-name.ts';
import type { RecordedOutcome } from '../recorded-outcome.ts';
import { waitedText } from '../waited-text.ts';
import type { PrefixCoverage, RuleDraft, RuleMatch } from './permission-rule.ts';
import type { Allowed, PermissionOutcome, Refused } from './permission-outcome.ts';
import type {
  AskReason,
  LinePart,
  Permission,
  PermissionResult,
  PermissionSettlement,
  PermissionSubject,
} from './permission.ts';
import { unaskedText, wishText } from './request-text.ts';
import type { RuleRefusal } from './typed-rule.ts';

/** Names a subject in one line, as it was given: hidden characters are the reader's to make visible. */
export function subjectName(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return inOneLine(subject.line);
    case 'edit':
      return subject.files.length === 1 ? (subject.files[0]?.path ?? '') : `${subject.files.length} files`;
    case 'mcp':
      return `${subject.tool} of ${subject.server}`;
    case 'fetch':
      return subject.url;
    case 'read':
      return subject.path;
    case 'other':
      return inOneLine(subject.title);
    case 'missing':
      return 'not said for what';
  }
}

/** Returns all that a person reads of a subject on its card. */
export function subjectText(subject: PermissionSubject): string {
  switch (subject.type) {
    case 'command':
      return withMore(subject.line, subject.more);
    case 'edit':
      return subject.files.map(({ path }) => path).join('\n');
    case 'mcp':
      return `${subjectName(subject)}\n${JSON.stringify(subject.input, null, 2)}`;
    case 'other':
      return `${subject.title}\n${subject.text}`;
    case 'fetch':
      return withMore(subject.url, subject.more);
    case 'read':
    case 'missing':
      return subjectName(subject);
  }
}

function withMore(text: string, more: Record<string, unknown> | undefined): string {
  return more === undefined ? text : `${text}\n${JSON.stringify(more, null, 2)}`;
}

/** Says who wants to do what; `subagent` names the one of the asker's that wants it. */
export function permissionTitle({ asker, subject }: Permission, subagent?: string): string {
  const who = subagent === undefined ? asker : `${asker}’s subagent “${subagent}”`;
  return `${who} ${wishText(subject.type, countOf(subject))}`;
}

/** Returns how many files or commands it is about. */
function countOf(subject: PermissionSubject): number {
  if (subject.type === 'edit') return subject.files.length;
  return subject.type === 'command' ? (subject.parts?.length ?? 1) : 1;
}

/** Says what allows a command of a line, or why it asks. */
export function linePartText({ by, why }: LinePart): string {
  switch (by) {
    case 'rule':
      return 'Allowed by your rule';
    case 'reads-only':
      return 'Only reads';
    case null: {
      if (why === undefined) return 'Asks';
      const text = why.type === 'does' ? (why.says[0] ?? '') : askReasonText(why);
      return `Asks: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    }
  }
}

/** Says why a command asks, in one sentence or several, without the last full stop. */
export function askReasonText(why: AskReason): string {
  switch (why.type) {
    case 'does':
      return [...why.says, why.never ? 'No rule can allow it' : 'No rule of yours allows it'].join('. ');
    case 'reads':
      return 'Reads more than Parley allows by itself';
    case 'piped':
      return 'Reads what another command puts out, and your rule is not about that';
    case 'stale':
      return 'A command before it may change its files';
    case 'reach':
      return 'Your rules for it and for an earlier command differ in what they may reach';
    case 'not-confined':
      return 'Your rule is about confined runs, and this line isn’t confined';
    case 'git-changed':
      return 'Git’s settings have changed since you made its rule';
    case 'shell':
      return 'Only a shell can read it';
  }
}

/** Says in a sentence why no rule may allow a command, and what to do. */
export function ruleRefusalText(refusal: RuleRefusal): string {
  switch (refusal.type) {
    case 'several':
      return 'These are several commands. Make a rule for each; the line then runs by all of them.';
    case 'shell':
      return 'A rule is about plain words: without pipes, variables, wildcards and redirections.';
    case 'person':
      return `No rule can allow this, so it asks each time: ${refusal.says.charAt(0).toLowerCase()}${refusal.says.slice(1)}.`;
    case 'protected':
      return 'No rule can allow this: it names a protected file, or has another program run what always asks.';
    case 'link':
      return 'No rule can allow this: one of its words is a link to a protected file.';
    case 'no-folder':
      return 'This folder is not there any more.';
  }
}

/** The outcome in a word or two. */
export function permissionStatus(outcome: PermissionOutcome): string {
  switch (outcome.type) {
    case 'allowed':
      return 'Allowed';
    case 'denied':
      return 'Denied';
    case 'replied-in-chat':
      return 'Answered in chat';
    case 'interrupted':
      return 'Stopped';
    case 'nobody':
      return 'Not asked';
    case 'cut-off':
      return 'Cut off';
  }
}

/** The outcome with who decided it, and whether it holds for good. */
function settlementStatus({ outcome, rule, choice }: PermissionSettlement): string {
  switch (outcome.type) {
    case 'allowed':
      switch (outcome.by.type) {
        case 'rule':
          return 'Allowed by your rule';
        case 'reads-only':
          return 'Reads only';
        case 'confined':
          return 'Confined, by your choice';
        case 'person':
          // By a rule of Parley, or since its asker keeps the answer.
          return rule !== undefined || choice?.meaning === 'always' ? 'Always allowed' : 'Allowed once';
      }
    case 'denied':
      return outcome.by.type === 'rule' ? 'Denied by your rule' : 'Denied';
    case 'replied-in-chat':
    case 'interrupted':
    case 'nobody':
    case 'cut-off':
      return permissionStatus(outcome);
  }
}

/**
 * Says how a permission ended: the state in a word or two, and what comes after the name of what it was about. In a
 * `sentence` that name stands between the two.
 */
type SettledText = { state: string; sentence?: { before: string; after: string }; after: string };

export function settledText(
  { subject, settlement, result, asker, folder }: Permission,
  done: boolean,
): SettledText {
  if (settlement === null) return { state: '', after: '' };
  const { outcome } = settlement;
  const state = settlementStatus(settlement);
  switch (outcome.type) {
    case 'allowed': {
      const { exitCode = null } = result ?? {};
      const after = exitCode === null ? '' : ` · exit code ${exitCode}`;
      if (outcome.by.type === 'person') return { state, after };
      const before = subject.type === 'command' ? (done ? 'Ran ' : 'Running ') : '';
      return { state, sentence: { before, after: unaskedText(outcome.by.type, folder) }, after };
    }
    case 'denied':
      return { state, after: outcome.reason === undefined ? '' : ` · ${inOneLine(outcome.reason)}` };
    case 'replied-in-chat':
    case 'cut-off':
      return { state, after: '' };
    case 'interrupted':
      return { state, after: outcome.byAsker ? ` · ${asker} stopped waiting` : '' };
    case 'nobody':
      return { state, after: ' · nobody could be asked' };
  }
}

/** For an exported chat: how a permission ended, with the person's reason or note. */
export function exportedPermission({ settlement }: Permission): string {
  if (settlement === null) return 'Needs you';
  const { outcome } = settlement;
  const said =
    outcome.type === 'denied' ? outcome.reason : outcome.type === 'allowed' ? outcome.note : undefined;
  return `${settlementStatus(settlement)}${said === undefined ? '' : `: ${said}`}`;
}

/** For the record of decisions: what came of it, with the exit code or the reason. */
export function recordedPermission({ settlement, result }: PermissionRecord): RecordedOutcome {
  const { outcome } = settlement;
  const word = settlementStatus(settlement);
  switch (outcome.type) {
    case 'allowed': {
      const { exitCode = null } = result ?? {};
      return {
        word,
        tone: 'yes',
        detail: exitCode === null ? (outcome.note ?? null) : `exit code ${exitCode}`,
      };
    }
    case 'denied':
      return { word, tone: 'no', detail: outcome.reason ?? null };
    case 'replied-in-chat':
      return { word, tone: 'replied', detail: null };
    case 'interrupted':
    case 'nobody':
    case 'cut-off':
      return { word, tone: 'none', detail: null };
  }
}

/** For the record of decisions: who decided, and where. */
export function permissionDecider(outcome: PermissionOutcome): string {
  switch (outcome.type) {
    case 'allowed':
    case 'denied':
      switch (outcome.by.type) {
        case 'rule':
          return 'Your rule';
        case 'reads-only':
          return 'Nobody was asked: it only reads';
        case 'confined':
          return 'Confined, by your choice';
        case 'person':
          return 'You, on the card';
      }
    case 'replied-in-chat':
      return 'You, in the chat';
    case 'interrupted':
    case 'cut-off':
      return 'The agent was stopped';
    case 'nobody':
      return 'Nobody could be asked';
  }
}

type PermissionRecord = {
  permission: PermissionSubject;
  reason: string | null;
  settlement: PermissionSettlement;
  result: PermissionResult | null;
};

/** For the record of decisions: what was asked for and what became of it, each with what it answers. */
export function permissionAnswers({ permission, reason, settlement, result }: PermissionRecord) {
  const { outcome, choice } = settlement;
  const said = [
    { question: 'Asked for', answer: subjectText(permission) },
    { question: 'The agent’s reason', answer: reason },
    { question: 'You answered', answer: choice?.external ? choice.words : null },
    { question: 'You changed the command to', answer: outcome.type === 'allowed' ? outcome.line : null },
    { question: 'Your note', answer: outcome.type === 'allowed' ? outcome.note : null },
    { question: 'What came of it', answer: result === null ? null : resultText(result) },
  ];
  return said.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
}

function resultText({ exitCode, durationMs }: PermissionResult): string {
  const took = `after ${waitedText(durationMs)}`;
  return exitCode === null ? `Ended ${took}` : `Exit code ${exitCode}, ${took}`;
}

/** Text around a name that stands between the two as code. */
type TextAround = { before: string; code: string; after: string };

/** Says what a rule is about: `Always run`, `npm test …`. */
export function ruleText({ effect, match }: Pick<RuleDraft, 'effect' | 'match'>): TextAround {
  const when = effect === 'allow' ? 'Always' : 'Never';
  switch (match.type) {
    case 'command':
      return { before: `${when} run `, code: commandText(match), after: '' };
    case 'mcp':
      return { before: `${when} use `, code: match.tool, after: ` of ${match.server}` };
    case 'edits':
      return match.below === ''
        ? { before: `${when} change files`, code: '', after: '' }
        : { before: `${when} change files in `, code: match.below, after: '' };
    case 'confined':
      return { before: 'Run confined commands without asking', code: '', after: '' };
  }
}

/** A rule with what it covers, null for nothing; where that is left out, nothing is said of it. */
type Covering = RuleDraft & { coverage?: PrefixCoverage | null };

/** Says for whom and where a rule holds, and what it covers. */
export function ruleScope({ effect, asker, folder, match, coverage }: Covering): string {
  const whose = asker ?? 'Any agent';
  const where = folder === null ? 'in every folder' : `in ${folderName(folder)}`;
  const confined =
    match.type !== 'command' || effect === 'deny' ? '' : match.confined ? ', confined' : ', not confined';
  const hosts = match.type === 'command' ? (match.hosts ?? []) : [];
  const reach =
    match.type === 'confined'
      ? ', without network and without files that may hold secrets'
      : hosts.length === 0
        ? ''
        : `, with access to ${hosts.join(', ')}`;
  const covers = coverage === undefined ? '' : `. ${coverageText(coverage)}`;
  return `${whose}, ${where}${confined}${reach}${covers}`;
}

/** Says what a rule about a command prefix covers and what it still asks for; null for one that covers nothing. */
export function coverageText(coverage: PrefixCoverage | null): string {
  if (coverage === null) return 'Covers nothing: Parley does not know this command well enough, so it asks';
  const { does, asks } = coverage;
  const options = asks.length === 0 ? 'other options' : `${asks.join(', ')}, other options`;
  return `${does}, with its usual options. Still asks for ${options} and paths outside the folder`;
}

/** The argv of a command as a line, quoted where a word is more than plain letters. */
function commandText({ words, open }: Extract<RuleMatch, { type: 'command' }>): string {
  const line = words.map(quotedWord).join(' ');
  return open ? `${line} …` : line;
}

/** A word of an argv, quoted where it is more than plain letters. */
export function quotedWord(word: string): string {
  if (/^[\p{L}\p{M}\p{N}_\-./:,+@%=]+$/u.test(word)) return word;
  return word.includes("'") ? `"${word.replaceAll(/["\\$]/g, '\\$&')}"` : `'${word}'`;
}

/** For the model: the beginning of the result of a call that the person denied; their reason may follow. */
export const deniedText = 'The user denied this.';

/** For the model: the result of a call whose person sent a chat message instead of an answer. */
export const nothingRunText = 'User responded in chat; nothing was run';

/** For the model: the failed result of a call that was not allowed. */
export function permissionRefusalText(outcome: Refused): string {
  switch (outcome.type) {
    case 'denied':
      return outcome.reason === undefined ? deniedText : `${deniedText} Reason: ${outcome.reason}`;
    case 'replied-in-chat':
      return nothingRunText;
    case 'interrupted':
      return 'Interrupted';
    case 'nobody':
      return 'This needs a permission, and nobody can be asked.';
    case 'cut-off':
      return 'This was begun, and Parley ended before it was done. How far it came is unknown, so it was not begun again. Look before you try again.';
  }
}

/** For the model: the result of an allowed call, after what it must know of the permission. */
export function withChangedLine({ line }: Pick<Allowed, 'line'>, result: string): string {
  return line === undefined ? result : `The user changed the command to: ${line}\n${result}`;
}

/** For the model: the result of a call, after what the person noted when they allowed it. */
export function withNotes(notes: readonly string[], result: string): string {
  return [...notes.map((note) => `The user allowed this with a note: ${note}`), result].join('\n');
}
