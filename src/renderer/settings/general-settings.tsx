import { outsideTools } from '../../shared/contract/outside-tools.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { TokensRow } from './client-tokens-row.tsx';
import { SavedTextRow } from './saved-text-row.tsx';
import { SecondNameRow } from './second-name-row.tsx';
import { secondsFrom, secondsText } from './seconds.ts';
import type { Setting, SettingTexts } from './setting.ts';

const elsewhere = { part: 'general', group: 'Agents in other apps' } as const;

export const generalSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'When you are away',
    name: 'Choose for me after',
    about:
      'Seconds until Parley takes the recommended option, or the first, and marks it; empty is never. Touching the card stops it. It never acts in Plan mode.',
    words: 'timeout countdown auto answer time',
    row: (texts) => <TimeoutRow {...texts} />,
  },
  {
    part: 'general',
    group: 'Commands of agents',
    name: 'Keys that commands see',
    about: 'Names of variables, such as OPENAI_API_KEY. The others are taken out of what a command gets.',
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
      name: `Second name of ${tool}`,
      words: 'mcp tool alias agents elsewhere',
      row: (texts) => <SecondNameRow {...texts} tool={tool} />,
    }),
  ),
  {
    ...elsewhere,
    name: 'Tokens',
    about: 'An agent that asks over HTTP needs one. It lets it ask and nothing else.',
    words: 'http mcp client door bearer revoke',
    row: (texts) => <TokensRow {...texts} />,
  },
];

const notSeconds = 'Enter whole seconds, at most 1,000,000, or nothing for never.';

/** After how long a clock chooses for somebody who is away; nothing is never. */
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

const notVariables = 'Enter names of variables with blanks between them, or nothing.';

/** The keys in the environment that commands of agents are given all the same. */
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

/** The command of the person's editor; where they set none, the one that was found. */
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
