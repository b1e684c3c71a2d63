import { Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { foldText } from '../../../shared/find/fold-text.ts';
import { folderNames } from '../../../shared/files/folder-name.ts';
import type { PermissionRule, RuleUse } from '../../../shared/permissions/permission-rule.ts';
import { ruleScope } from '../../../shared/permissions/permission-text.ts';
import { useParley } from '../../parley-context.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ruleName, RuleRow } from './rule-row.tsx';

/** From so many rules on there is a field to search them. */
const searched = 6;

/** The rules by folder and program, those that deny first, each with what it last answered. */
export function RulesList({ rules }: { rules: readonly PermissionRule[] }) {
  const [query, setQuery] = useState('');
  const lastUses = useLastUses();
  const found = rules.filter((rule) => hasWords(rule, query));
  const byFolder = Map.groupBy(found.toSorted(byProgram), ({ folder }) => folder ?? '');
  const names = folderNames([...byFolder.keys()].filter((folder) => folder !== ''));
  return (
    <>
      {rules.length < searched ? null : (
        <li className="border-b border-hairline p-2">
          <TextInput
            type="search"
            aria-label="Search rules"
            placeholder="Search rules"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </li>
      )}
      {found.length === 0 ? <li className="px-4 py-3 text-secondary">No rule has these words.</li> : null}
      {Array.from(byFolder, ([folder, ofFolder]) => (
        <li key={folder} className="group/folder">
          <h3
            title={folder}
            className="flex min-h-8.5 items-center gap-2 border-t border-hairline bg-well px-4 text-second font-medium text-secondary group-first/folder:rounded-t-card group-first/folder:border-transparent [&_svg]:size-4"
          >
            <Folder aria-hidden />
            <VisibleText
              text={folder === '' ? 'Every folder' : (names.get(folder) ?? folder)}
              layout="line"
            />
          </h3>
          <ul>
            {ofFolder.map((rule) => (
              <RuleRow key={rule.id} rule={rule} lastUse={lastUses[rule.id]} />
            ))}
          </ul>
        </li>
      ))}
    </>
  );
}

/** Returns what each rule last answered, once that is known. */
function useLastUses(): Record<string, RuleUse> {
  const { companion } = useParley();
  const [uses, setUses] = useState<Record<string, RuleUse>>({});
  useEffect(() => {
    let isShown = true;
    void companion.client.rules.lastUses().then(
      (found) => isShown && setUses(found),
      // Each rule says how often it was used all the same.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [companion]);
  return uses;
}

function hasWords(rule: PermissionRule, query: string): boolean {
  const text = foldText([ruleName(rule), ruleScope(rule), rule.folder ?? ''].join(' '));
  return foldText(query)
    .split(' ')
    .every((word) => text.includes(word));
}

/** Folders in their order, the one for all first; in each what denies, then by the words of the rule. */
function byProgram(one: PermissionRule, other: PermissionRule): number {
  return (
    (one.folder ?? '').localeCompare(other.folder ?? '') ||
    Number(one.effect === 'allow') - Number(other.effect === 'allow') ||
    programOf(one).localeCompare(programOf(other))
  );
}

function programOf({ match }: PermissionRule): string {
  return match.type === 'command' ? match.words.join(' ') : match.type === 'mcp' ? match.server : match.type;
}
