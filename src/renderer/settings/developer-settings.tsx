import { useId, useState } from 'react';
import type { ClientTokensInfo } from '../../shared/contract/app-state.ts';
import { isToolName, outsideTools } from '../../shared/contract/outside-tools.ts';
import type { SecondNames } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { QuestionFormat } from './question-format.tsx';
import { SavedTextRow } from './saved-text-row.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { useAgentSettings } from './use-agent-settings.ts';

const elsewhere = { part: 'developer', group: 'Agents in other apps' } as const;

/** What only somebody needs who connects other programs, or tries how agents ask. */
export const developerSettings: readonly Setting[] = [
  {
    part: 'developer',
    group: 'The open chat',
    name: 'Question format',
    words: 'tool dialect ask automatic',
    row: (texts) => <QuestionFormat {...texts} />,
  },
  {
    part: 'developer',
    group: 'Commands of agents',
    name: 'Keys that commands see',
    about: 'Names of variables, such as OPENAI_API_KEY. Commands see no other keys.',
    words: 'environment variables secrets keys run',
    row: (texts) => <CommandVariablesRow {...texts} />,
  },
  ...outsideTools.map(
    (tool): Setting => ({
      ...elsewhere,
      name: `Alias for ${tool}`,
      words: 'mcp tool alias agents elsewhere',
      row: (texts) => <SecondNameRow {...texts} tool={tool} />,
    }),
  ),
  {
    ...elsewhere,
    name: 'Tokens',
    about: 'Tokens let agents ask over HTTP, and do nothing else.',
    words: 'http mcp client access bearer revoke',
    row: (texts) => <TokensRow {...texts} />,
  },
];

const notVariables = 'Enter names of variables separated by spaces, or leave it empty.';

/** The keys of the environment that commands of agents may see. */
function CommandVariablesRow(texts: SettingTexts) {
  const { saveSettings } = useParley();
  const names = useParleyState(({ app }) => app?.settings.commandVariables ?? none);
  return (
    <SavedTextRow
      {...texts}
      value={names.join(' ')}
      placeholder="None"
      onSave={async (text) => {
        const commandVariables = text.split(/[\s,]+/).filter((name) => name !== '');
        const areNames = commandVariables.every((name) => /^[A-Za-z_]\w{0,199}$/.test(name));
        return areNames ? saveSettings({ commandVariables }) : notVariables;
      }}
    />
  );
}

const none: readonly string[] = [];

const notName = 'Use 1 to 64 letters, digits, _ or -, and a name that isn’t taken.';

type Tool = (typeof outsideTools)[number];

/** An alias for a tool that agents in other apps find over MCP: some hide a name that is also their own. */
function SecondNameRow({ tool, ...texts }: SettingTexts & { tool: Tool }) {
  const { saveSettings } = useParley();
  const names = useParleyState(({ app }) => app?.settings.secondNames);
  return (
    <SavedTextRow
      {...texts}
      value={names?.[tool] ?? ''}
      placeholder="None"
      onSave={async (text) => {
        const secondNames = withName(names ?? {}, tool, text.trim());
        return secondNames === null ? notName : saveSettings({ secondNames });
      }}
    />
  );
}

/**
 * Returns the aliases with that of a tool changed, removed for an empty text; null for a name that is not
 * allowed.
 */
function withName(names: SecondNames, tool: Tool, name: string): SecondNames | null {
  const { [tool]: _, ...others } = names;
  if (name === '') return others;
  const second = outsideTools.flatMap((other) => (other === tool ? [] : (names[other] ?? [])));
  const taken: readonly string[] = [...outsideTools, ...second];
  return isToolName(name) && !taken.includes(name) ? { ...others, [tool]: name } : null;
}

function TokensRow(texts: SettingTexts) {
  const { makeClientToken, revokeClientTokens } = useAgentSettings();
  const tokens = useParleyState(({ app }) => app?.clientTokens);
  const [made, setMade] = useState<string | null>(null);
  const { problem, setProblem, save } = useSaving();

  async function make(): Promise<void> {
    const result = await makeClientToken();
    setMade(result.ok ? result.token : null);
    setProblem(result.ok ? null : result.problem);
  }

  async function revoke(): Promise<void> {
    if ((await save(revokeClientTokens())) === null) setMade(null);
  }

  if (tokens === undefined) return null;
  return (
    <SettingRow
      {...texts}
      about={`${texts.about} ${countText(tokens)}`}
      problem={problem}
      below={made !== null && <NewToken token={made} />}
    >
      <div className="flex flex-wrap gap-2">
        {tokens.count > 0 && (
          <Button look="quiet" onClick={() => void revoke()}>
            {tokens.count === 1 ? 'Revoke token' : 'Revoke all tokens'}
          </Button>
        )}
        <Button onClick={() => void make()}>Make token</Button>
      </div>
    </SettingRow>
  );
}

function NewToken({ token }: { token: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 pb-3">
      <label htmlFor={id} className="text-second text-secondary">
        The new token, shown only now
      </label>
      <div className="flex items-center gap-1">
        <TextInput id={id} mono readOnly value={token} />
        <CopyButton text={() => token} label="Copy token" />
      </div>
      <p role="status" className="text-second text-secondary">
        Made. Give it to the client as its bearer token.
      </p>
    </div>
  );
}

function countText({ count, lastMadeAt }: ClientTokensInfo): string {
  if (lastMadeAt === null) return 'None yet.';
  const day = new Date(lastMadeAt).toLocaleDateString();
  return count === 1 ? `One, made on ${day}.` : `${count}, the newest made on ${day}.`;
}
