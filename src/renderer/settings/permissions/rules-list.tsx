import { Folder, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { foldText } from '../../../shared/find/fold-text.ts';
import { folderNames } from '../../../shared/files/folder-name.ts';
import type { PermissionRule, RuleUse } from '../../../shared/permissions/permission-rule.ts';
import { ruleScope } from '../../../shared/permissions/permission-text.ts';
import { withCoverage } from '../../../shared/permissions/rule-coverage.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AddRule } from './add-rule.tsx';
import type { Who } from './command-who.tsx';
import { ruleName, RuleRow } from './rule-row.tsx';

/** From so many rules on there is a field to search them. */
const searched = 6;

type RulesListProps = { rules: readonly PermissionRule[]; whos: readonly Who[] };

/** The rules by folder and program, those that deny first, or by use, each with what it last answered; more can be added. */
export function RulesList({ rules, whos }: RulesListProps) {
  const [query, setQuery] = useState('');
  const [byUse, setByUse] = useState(false);
  const lastUses = useLastUses();
  const found = rules.filter((rule) => hasWords(rule, query));
  const rows = (some: readonly PermissionRule[]) => (
    <ul>
      {some.map((rule) => (
        <RuleRow key={rule.id} rule={rule} lastUse={lastUses[rule.id]} />
      ))}
    </ul>
  );
  return (
    <>
      <RulesBar {...{ rules, whos, query, byUse }} onSearch={setQuery} onSort={setByUse} />
      {rules.length === 0 ? <NoRules /> : null}
      {rules.length > 0 && found.length === 0 ? (
        <li className="border-t border-hairline px-4 py-3 text-secondary">No rule has these words.</li>
      ) : null}
      {byUse ? (
        <li className="border-t border-hairline">{rows(found.toSorted(byUses))}</li>
      ) : (
        inFolders(found).map(({ folder, name, rules: ofFolder }) => (
          <li key={folder} className="group/folder">
            <h3
              title={folder}
              className="flex min-h-8.5 items-center gap-2 border-y border-hairline bg-well px-4 text-second font-medium text-secondary group-first/folder:rounded-t-card group-first/folder:border-t-transparent [&_svg]:size-4"
            >
              <Folder aria-hidden />
              <VisibleText text={name} layout="line" />
            </h3>
            {rows(ofFolder)}
          </li>
        ))
      )}
    </>
  );
}

function NoRules() {
  return (
    <li className="border-t border-hairline px-4 py-2.5 first:border-transparent">
      <p className="font-medium">There are no rules yet</p>
      <p className="text-second text-secondary">
        Agents ask each time. “More choices” on a permission’s card makes one.
      </p>
    </li>
  );
}

type RulesBarProps = RulesListProps & {
  query: string;
  byUse: boolean;
  onSearch(query: string): void;
  onSort(byUse: boolean): void;
};

const orders = [
  { value: 'folder', label: 'By folder' },
  { value: 'use', label: 'By use' },
] as const;

/** Searches and sorts the rules, and adds one. */
function RulesBar({ rules, whos, query, byUse, onSearch, onSort }: RulesBarProps) {
  const [adding, setAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [first, ...others] = whos;
  const canSort = rules.length > 1;
  if (first === undefined && !canSort) return null;

  function close(): void {
    opener.current?.focus();
    setAdding(false);
  }

  return (
    <>
      <li className="flex flex-wrap items-center gap-2 px-4 py-2">
        {canSort ? (
          <Segmented
            label="Rules"
            choices={orders}
            value={byUse ? 'use' : 'folder'}
            onChoose={(order) => onSort(order === 'use')}
          />
        ) : null}
        {rules.length < searched ? null : (
          <TextInput
            type="search"
            aria-label="Search rules"
            placeholder="Search rules"
            className="min-w-40 flex-1"
            value={query}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
        )}
        {first === undefined ? null : (
          <Button ref={opener} look="quiet" className="ms-auto -me-2.5" onClick={() => setAdding(!adding)}>
            {adding ? null : <Plus aria-hidden />}
            {adding ? 'Cancel' : 'Add a rule'}
          </Button>
        )}
      </li>
      {adding && first !== undefined ? <AddRule whos={[first, ...others]} onDone={close} /> : null}
    </>
  );
}

/** Returns the rules by folder, each with its name. */
function inFolders(rules: readonly PermissionRule[]) {
  const byFolder = Map.groupBy(rules.toSorted(byProgram), ({ folder }) => folder ?? '');
  const names = folderNames([...byFolder.keys()].filter((folder) => folder !== ''));
  return Array.from(byFolder, ([folder, ofFolder]) => ({
    folder,
    name: folder === '' ? 'Every folder' : (names.get(folder) ?? folder),
    rules: ofFolder,
  }));
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
  const text = foldText([ruleName(rule), ruleScope(withCoverage(rule)), rule.folder ?? ''].join(' '));
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

/** The most used first, of those the last used. */
function byUses(one: PermissionRule, other: PermissionRule): number {
  return other.uses - one.uses || (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0);
}

function programOf({ match }: PermissionRule): string {
  return match.type === 'command' ? match.words.join(' ') : match.type === 'mcp' ? match.server : match.type;
}
