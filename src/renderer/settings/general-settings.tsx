import { useParley, useParleyState } from '../parley-context.tsx';
import { OnOffRow } from './on-off-row.tsx';
import { SavedTextRow } from './saved-text-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';

export const generalSettings: readonly Setting[] = [
  {
    part: 'general',
    group: 'Chats',
    name: 'Name chats by their model',
    about:
      'After the first answer a chat’s own model is asked for a title: one more request, usually of a few hundred tokens, which counts with the chat.',
    words: 'title rename automatic name cost tokens',
    row: (texts) => <OnOffRow {...texts} setting="nameChats" />,
  },
  {
    part: 'general',
    group: 'Chats',
    name: 'If I don’t answer, choose for me after',
    about:
      'In seconds. Takes the recommended option, or the first one, and says so. Touching the card stops it, and nothing is chosen in Plan mode.',
    words: 'timeout countdown auto answer time',
    row: (texts) => <TimeoutRow {...texts} />,
  },
  {
    part: 'general',
    group: 'This computer',
    name: 'Editor',
    about: 'The command that opens a file at a line. Empty hides the buttons for it.',
    words: 'open in editor code vim command path line',
    row: (texts) => <EditorRow {...texts} />,
  },
];

const notSeconds = 'Enter whole seconds, up to 1,000,000, or leave it empty for never.';

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
