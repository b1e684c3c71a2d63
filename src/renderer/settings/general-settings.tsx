import { type KeyboardEvent, useId, useState } from 'react';
import type { ClientTokensInfo } from '../../shared/contract/app-state.ts';
import { isToolName, outsideTools } from '../../shared/contract/outside-tools.ts';
import type { SecondNames } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { useAgentSettings } from './use-agent-settings.ts';

const elsewhere = { part: 'general', group: 'Agents in other apps' } as const;

export const generalSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'When you are away',
    name: 'Choose for me after',
    about:
      'Seconds until Parley takes the recommended option, or the first one, and says so. Empty means never. Touching the card stops it, and nothing is chosen in Plan mode.',
    words: 'timeout countdown auto answer time',
    row: (texts) => <TimeoutRow {...texts} />,
  },
  {
    part: 'general',
    group: 'Commands of agents',
    name: 'Keys that commands see',
    about: 'Names of variables, such as OPENAI_API_KEY. Commands see no other keys.',
    words: 'environment variables secrets keys run',
    row: (texts) => <CommandVariablesRow {...texts} />,
  },
  {
    part: 'general',
    group: 'Files',
    name: 'Editor',
    about: 'The command that opens a file at a line. Empty hides the buttons for it.',
    words: 'open in editor code vim command path line',
    row: (texts) => <EditorRow {...texts} />,
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

const notSeconds = 'Enter whole seconds, at most 1,000,000, or nothing for never.';

/** How long a question waits before an answer is chosen for a person who is away; empty means never. */
function TimeoutRow(texts: SettingTexts) {
  const { saveSettings } = useParley();
  const seconds = useParleyState(({ app }) => app?.settings.askTimeout ?? 0);
  return (
    <SavedTextRow
      {...texts}
      numeric
      value={secondsText(seconds)}
      placeholder="Never"
      onSave={async (text) => {
        const askTimeout = secondsFrom(text);
        return askTimeout === null ? notSeconds : saveSettings({ askTimeout });
      }}
    />
  );
}

const notVariables = 'Enter names of variables with spaces between them, or nothing.';

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

const editorExample = 'code -g {path}:{line}';
const tooLongCommand = 'A command has at most 2,000 characters.';

/** The command of the person's editor, else the one that was found. */
function EditorRow(texts: SettingTexts) {
  const { saveSettings } = useParley();
  const command = useParleyState(({ app }) => app?.settings.editor ?? app?.about.foundEditor ?? '');
  return (
    <SavedTextRow
      {...texts}
      value={command}
      placeholder={editorExample}
      onSave={async (text) => {
        const editor = text.trim();
        return editor.length > 2_000 ? tooLongCommand : saveSettings({ editor });
      }}
    />
  );
}

const none: readonly string[] = [];

/** In seconds; somewhat more than eleven days. */
const longest = 1_000_000;

/**
 * Parses whole seconds, with or without separators of thousands; an empty text is 0, which means never. Null for
 * anything else: `1.5` is not fifteen.
 */
export function secondsFrom(typed: string): number | null {
  const text = typed.trim();
  if (!/^(\d*|\d{1,3}([\s,.'’]\d{3})+)$/.test(text)) return null;
  const seconds = Number(text.replace(/\D/g, ''));
  return seconds <= longest ? seconds : null;
}

export function secondsText(seconds: number): string {
  return seconds === 0 ? '' : String(seconds);
}

const notName = 'A name has 1 to 64 letters, digits, _ or -, and must not be taken yet.';

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

type SavedTextProps = SettingTexts & {
  value: string;
  placeholder: string;
  numeric?: boolean;
  /** Stores the text; resolves to a problem for the person, or to null. */
  onSave(text: string): Promise<string | null>;
};

/** A setting that is a short text, stored on Enter and on blur. */
function SavedTextRow({ name, about, value, placeholder, numeric = false, onSave }: SavedTextProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { problem, setProblem, save } = useSaving();

  async function commit(): Promise<void> {
    if (typed === null || typed === value) return setTyped(null);
    if ((await save(onSave(typed))) === null) setTyped((latest) => (latest === typed ? null : latest));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) void commit();
  }

  const described = [problem === null ? '' : `${id}-problem`, about === undefined ? '' : `${id}-about`];
  return (
    <SettingRow
      {...{ name, about, problem }}
      htmlFor={id}
      aboutId={`${id}-about`}
      problemId={`${id}-problem`}
    >
      <TextInput
        id={id}
        mono={!numeric}
        inputMode={numeric ? 'numeric' : undefined}
        className={`max-w-full ${numeric ? 'w-28!' : 'w-56!'}`}
        placeholder={placeholder}
        value={typed ?? value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={described.join(' ').trim() || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void commit()}
      />
    </SettingRow>
  );
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
