import { type RefObject, useEffect, useState } from 'react';
import { slashAt } from '../../../shared/commands/slash-command.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { editText } from '../../ui/edit-text.ts';
import { type Listbox, useListbox } from '../../ui/use-listbox.ts';
import { useServerOffers } from './use-server-offers.ts';
import type { readCommands, SlashChoice, slashChoices } from './slash-choices.ts';

type Known = Awaited<ReturnType<typeof readCommands>> & { choose: typeof slashChoices };

/** The commands of a chat, loaded whenever a command is begun; null until then, so that Enter sends. */
function useKnown(id: WorkspaceId, isTyping: boolean, isExternal: boolean): Known | null {
  const { companion } = useParley();
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    if (!isTyping) return;
    const over = new AbortController();
    const { signal } = over;
    import('./slash-choices.ts')
      .then(async ({ readCommands, slashChoices: choose }) => {
        const commands = await readCommands(companion, id, isExternal, signal);
        if (!signal.aborted) setKnown({ choose, ...commands });
      })
      .catch(() => undefined);
    return () => over.abort();
  }, [companion, id, isTyping, isExternal]);
  return isTyping ? known : null;
}

const ownAgent = { name: '', inLoop: true, plans: true };

type SlashInput = {
  workspaceId: WorkspaceId;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType(text: string): void;
  /** Runs the command in the field. */
  onSend(): void;
};

export type SlashCommands = {
  choices: readonly SlashChoice[];
  /** How many of the folder's commands wait for its trust. */
  untrusted: number;
  listbox: Listbox;
  /** Notes the position of the caret; null closes the list. */
  moveCaret(caret: number | null): void;
};

/** The list of commands after a `/` that begins the message: open while one is typed and something matches. */
export function useSlashCommands({ workspaceId, field, text, onType, onSend }: SlashInput): SlashCommands {
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const typed = caret === null ? null : slashAt(text, caret);
  if (dismissed && !text.startsWith('/')) setDismissed(false);
  const query = dismissed ? null : typed;
  const agent = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.agent ?? ownAgent,
  );
  const known = useKnown(workspaceId, query !== null, !agent.inLoop);
  const { prompts } = useServerOffers(workspaceId, query !== null);
  const choices = query === null || known === null ? [] : known.choose({ ...known, prompts }, query, agent);

  /** A command that takes arguments is completed first, unless its whole name stands there. */
  function choose(index: number, runs = true): boolean {
    const choice = choices[index];
    const area = field.current;
    if (choice === undefined || area === null || caret === null) return false;
    const isWhole = query === choice.name;
    const runsNow = runs && (isWhole || choice.argument === null);
    area.focus();
    editText(area, { start: 0, end: caret, inserted: runsNow ? `/${choice.name}` : `/${choice.name} ` });
    setCaret(null);
    onType(area.value);
    if (runsNow) onSend();
    return true;
  }

  const listbox = useListbox({
    options: choices.map(({ name }) => name),
    query: query ?? '',
    start: 'first',
    choose,
    onTab: (index) => choose(index, false),
    close: () => setDismissed(true),
  });

  return { choices, untrusted: known?.untrusted ?? 0, listbox, moveCaret: setCaret };
}
