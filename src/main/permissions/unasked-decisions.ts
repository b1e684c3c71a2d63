import { argvOf, type CommandPart } from '../../shared/permissions/argv.ts';
import { mayRunConfined } from '../../shared/permissions/confined-command.ts';
import { confinedChoice } from '../../shared/permissions/confined-choice.ts';
import { lineEffects } from '../../shared/permissions/line-effects.ts';
import type { Allowed, PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type {
  CommandSubject,
  PermissionChoice,
  PermissionSubject,
} from '../../shared/permissions/permission.ts';
import { readingCommand } from '../../shared/permissions/reading-command.ts';
import { type RuleAnswer, withRefusal } from '../../shared/permissions/rule-decision.ts';
import type { Environment } from '../commands/command-environment.ts';
import type { PermissionStore } from '../storage/permission-store.ts';
import { answerByRules, gitCommandIn, holdsStill } from './answer-by-rules.ts';
import { decideConfined } from './confined-choice.ts';
import type { GitCommand, GitSetup } from './git-setup.ts';
import { decideJoined, joinedArgv, joinedCommands } from './joined-commands.ts';
import { ownChoices } from './own-choices.ts';
import type { Rules } from './rules.ts';
import type { PlainCommand } from './unasked-reading.ts';

/** Who asks, and where; `choices` are those of an asker that has its own, `rulesOf` as in `Asked`. */
export type Asking = {
  asker: string;
  folder: string;
  choices?: readonly PermissionChoice[];
  rulesOf?: string | undefined;
};

/**
 * What is shown if the person is asked, else what becomes of it with the rules that were used. `asking` is the one
 * command of a line that has it ask, which choices are about.
 */
export type Decision = {
  subject: PermissionSubject;
  asking?: CommandSubject | undefined;
  /** True where the person is offered not to be asked about confined commands of the folder. */
  offersChoice?: boolean;
  outcome?: PermissionOutcome;
  rules?: PermissionRule[];
};

/** A command as it was asked for, and with what was found out about it. */
type CommandToDecide = { wanted: CommandSubject; subject: PermissionSubject };

export type DecisionDeps = {
  store: Pick<PermissionStore, 'confinedAllowedIn'>;
  rules: Rules;
  /** Looks up by which configuration and hooks git would run a command. */
  gitSetup: (command: GitCommand) => Promise<GitSetup>;
  /** Returns the argv by which a command that reads only runs unasked; undefined where the person is asked. */
  unaskedReading: (command: PlainCommand) => Promise<string[] | undefined>;
  /** Returns whether a command can run confined in a chat's folder without anybody being asked. */
  canConfineUnasked: (folder: string) => Promise<boolean>;
  /** The environment of the person's login shell. */
  environment: () => Promise<Environment>;
};

/**
 * Decides what is asked for in the person's place: by their rules, by what a command does, and by their choice about
 * confined commands. It is loaded with the first request, as the table of commands is large.
 */
export class UnaskedDecisions {
  readonly #deps: DecisionDeps;

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
  }

  /** Decides by the rules, and a new command that none answers by what it does. At once, if nothing is to be looked up. */
  decide(asking: Asking, wanted: PermissionSubject, isNew: boolean): Decision | Promise<Decision> {
    // An asker with choices of its own runs by itself what it was allowed, so a rule can't hold it to anything.
    const starting = asking.choices === undefined ? gitCommandIn(wanted) : undefined;
    if (starting === undefined) return this.#decide(asking, { wanted, git: undefined, isNew });
    return this.#deps.gitSetup(starting).then((git) => this.#decide(asking, { wanted, git, isNew }));
  }

  /** Returns what the person may choose about something that they are asked, with what it says it would do. */
  offer(
    { asker, folder, choices, rulesOf }: Asking,
    { subject, asking, offersChoice }: Decision,
  ): { subject: PermissionSubject; choices: PermissionChoice[] } {
    const offered =
      choices === undefined
        ? [
            ...ownChoices({ subject: asking ?? subject, asker, folder, rulesOf }),
            ...(offersChoice ? [confinedChoice(folder)] : []),
          ]
        : withRefusal(subject, choices);
    return { subject: withEffects(subject), choices: offered };
  }

  #decide(
    asking: Asking,
    { wanted, git, isNew }: { wanted: PermissionSubject; git: GitSetup | undefined; isNew: boolean },
  ): Decision | Promise<Decision> {
    const { subject, answer } = this.#byRules(asking, wanted, git);
    if (answer !== undefined) return { subject, ...outcomeOfRule(answer) };
    return isNew && mayRunUnasked(wanted) ? this.#decideUnasked(asking, { wanted, subject }) : { subject };
  }

  /** Decides a command that no rule answers as a whole: by what it does, then by the person's choice. */
  async #decideUnasked(asking: Asking, command: CommandToDecide): Promise<Decision> {
    const decision = await this.#decideByEffects(asking, command);
    return decision.outcome === undefined ? this.#byChoice(asking, command.wanted, decision) : decision;
  }

  /** Decides a command by what each part of it does. */
  async #decideByEffects(asking: Asking, { wanted, subject }: CommandToDecide): Promise<Decision> {
    const parts = joinedCommands(wanted.line);
    if (parts !== undefined) return this.#decideJoined(asking, wanted, parts);
    const argv = await this.#reading(wanted, asking.folder);
    return { subject, ...(argv && { outcome: { ...readsOnly, argv } }) };
  }

  #byRules<Subject extends PermissionSubject>(asking: Asking, wanted: Subject, git: GitSetup | undefined) {
    const isOwn = asking.choices === undefined;
    const known = this.#deps.rules.list().filter(({ effect }) => isOwn || effect === 'deny');
    return answerByRules(known, asking, { wanted, git });
  }

  async #decideJoined(
    asking: Asking,
    wanted: CommandSubject,
    parts: readonly CommandPart[],
  ): Promise<Decision> {
    const decision = await decideJoined(wanted, parts, {
      byRules: async (subject) => {
        const starting = gitCommandIn(subject);
        return this.#byRules(asking, subject, starting && (await this.#deps.gitSetup(starting)));
      },
      reading: (subject) => this.#reading(subject, asking.folder),
    });
    switch (decision.type) {
      case 'denied':
        return { subject: wanted, ...outcomeOfRule(decision.answer) };
      case 'asks': {
        const { asking } = decision;
        const git = asking?.git;
        return { subject: { ...wanted, parts: decision.parts, ...(git && { git }) }, asking };
      }
      case 'allowed': {
        const argv = joinedArgv(decision.script, await this.#deps.environment(), asking.folder);
        const [first] = decision.answers;
        const outcome = first === undefined ? readsOnly : allowedByRule(first);
        const rules = decision.answers.map(({ rule }) => rule);
        return { subject: wanted, outcome: { ...outcome, argv }, rules };
      }
    }
  }

  /** Decides a command that would be asked about by the person's choice about confined ones in its folder. */
  async #byChoice(asking: Asking, wanted: CommandSubject, decision: Decision): Promise<Decision> {
    const { folder } = asking;
    const { store, rules, canConfineUnasked, environment } = this.#deps;
    const choice = await decideConfined(wanted, asking, {
      rules: rules.list().filter(holdsStill),
      reachesHosts: async (subject) => this.#byRules(asking, subject, undefined).answer?.hosts !== undefined,
      allowedBefore: () => store.confinedAllowedIn(folder),
      canConfine: () => canConfineUnasked(folder),
      environment,
    });
    switch (choice.type) {
      case 'asks':
        return decision;
      case 'offered':
        return { ...decision, offersChoice: true };
      case 'runs': {
        const { rule, argv } = choice;
        const outcome = {
          type: 'allowed' as const,
          by: { type: 'confined' as const, ruleId: rule.id },
          argv,
        };
        return { subject: wanted, outcome, rules: [rule] };
      }
    }
  }

  async #reading({ line, folder }: CommandSubject, chatFolder: string): Promise<string[] | undefined> {
    const argv = argvOf(line);
    return argv && this.#deps.unaskedReading({ argv, folder, chatFolder });
  }
}

/**
 * True for a command that may run though no rule answers: one that reads only, a confined one, or a line of several. One that
 * confinement has stopped did more than read.
 */
function mayRunUnasked(subject: PermissionSubject): subject is CommandSubject {
  if (subject.type !== 'command' || subject.refused !== undefined) return false;
  const argv = argvOf(subject.line);
  if (argv === undefined) return joinedCommands(subject.line) !== undefined;
  return readingCommand(argv) !== undefined || (subject.confined && mayRunConfined(argv));
}

const readsOnly: Allowed = { type: 'allowed', by: { type: 'reads-only' } };

function outcomeOfRule(answer: RuleAnswer): Pick<Decision, 'outcome' | 'rules'> {
  const { rule } = answer;
  const denied: PermissionOutcome = { type: 'denied', by: { type: 'rule', ruleId: rule.id } };
  return { outcome: rule.effect === 'deny' ? denied : allowedByRule(answer), rules: [rule] };
}

function allowedByRule({ rule, ...allowed }: RuleAnswer): Allowed {
  return { type: 'allowed', by: { type: 'rule', ruleId: rule.id }, ...allowed };
}

function withEffects(subject: PermissionSubject): PermissionSubject {
  return subject.type === 'command' ? { ...subject, effects: lineEffects(subject.line) } : subject;
}
