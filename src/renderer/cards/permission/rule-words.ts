import type { PrefixCoverage, RuleDraft, RuleMatch } from '../../../shared/permissions/permission-rule.ts';
import { folderName } from '../../ui/folder-name.ts';

/** Words around a name that stands between them as code. */
type WordsAround = { before: string; code: string; after: string };

/** Says what a rule is about: `Always run`, `npm test …`. */
export function ruleWords({ effect, match }: Pick<RuleDraft, 'effect' | 'match'>): WordsAround {
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
  const reach = hosts.length === 0 ? '' : `, with access to ${hosts.join(', ')}`;
  const covers = coverage === undefined ? '' : `. ${coverageText(coverage)}`;
  return `${whose}, ${where}${confined}${reach}${covers}`;
}

function coverageText(coverage: PrefixCoverage | null): string {
  if (coverage === null) return 'Covers nothing: Parley does not know this command well enough, so it asks';
  const { does, asks } = coverage;
  const options = asks.length === 0 ? 'other options' : `${asks.join(', ')}, other options`;
  return `${does}, with its usual options. Still asks for ${options} and paths outside the folder`;
}

/** The words of a command as a line, quoted where a word is more than plain letters. */
function commandText({ words, open }: Extract<RuleMatch, { type: 'command' }>): string {
  const line = words.map(quoted).join(' ');
  return open ? `${line} …` : line;
}

function quoted(word: string): string {
  if (/^[\p{L}\p{M}\p{N}_\-./:,+@%=]+$/u.test(word)) return word;
  return word.includes("'") ? `"${word.replaceAll(/["\\$]/g, '\\$&')}"` : `'${word}'`;
}
