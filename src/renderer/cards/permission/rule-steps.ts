import type { RuleDraft, RuleMatch } from '../../../shared/permissions/permission-rule.ts';
import type { PermissionChoice } from '../../../shared/permissions/permission.ts';

type CommandMatch = Extract<RuleMatch, { type: 'command' }>;

type RuleChoice = PermissionChoice & { rule: RuleDraft & { match: CommandMatch } };

/** A rule about a command that the person can make: in its folder, or also everywhere. */
export type RuleStep = { match: CommandMatch; here: RuleChoice; everywhere?: RuleChoice };

/** True for a choice that allows a command by a rule about its words. One that opens hosts says more than words. */
export function isRuleStep(choice: PermissionChoice): choice is RuleChoice {
  const { meaning, rule } = choice;
  return meaning === 'always' && rule?.match.type === 'command' && rule.match.hosts === undefined;
}

/** Returns the rule by which a command would never run, as a single step. */
export function neverSteps(choices: readonly PermissionChoice[]): RuleStep[] {
  return choices.filter(isNever).map((here) => ({ match: here.rule.match, here }));
}

function isNever(choice: PermissionChoice): choice is RuleChoice {
  const { rule } = choice;
  return rule?.effect === 'deny' && rule.match.type === 'command';
}

/** Returns the rules that choices would make, the narrowest first. */
export function ruleSteps(choices: readonly PermissionChoice[]): RuleStep[] {
  const steps = choices.filter(isRuleStep);
  const wordsOf = ({ words, open }: CommandMatch) => JSON.stringify([words, open]);
  return steps
    .filter(({ rule }) => rule.folder !== null)
    .map((here) => {
      const { match } = here.rule;
      const everywhere = steps.find(
        ({ rule }) => rule.folder === null && wordsOf(rule.match) === wordsOf(match),
      );
      return { match, here, ...(everywhere && { everywhere }) };
    });
}
