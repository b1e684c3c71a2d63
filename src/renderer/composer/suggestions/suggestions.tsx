import { type Mentionable, useMentions } from './use-mentions.ts';
import { useSlashCommands } from './use-slash-commands.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const SlashList = lazyPart(async () => (await import('./slash-list.tsx')).SlashList);
const MentionList = lazyPart(async () => (await import('./mention-list.tsx')).MentionList);

/** The suggestions for what is being typed: commands at the start of the message, else files. */
export function useSuggestions(input: Parameters<typeof useSlashCommands>[0]) {
  const mentions = useMentions(input);
  const slash = useSlashCommands(input);
  const { listbox } = slash.listbox.isOpen ? slash : mentions;
  return {
    slash,
    mentions,
    listbox,
    moveCaret(caret: number | null): void {
      mentions.moveCaret(caret);
      slash.moveCaret(caret);
    },
  };
}

/** The list of suggestions, with its length for screen readers. */
export function Suggestions({
  slash,
  mentions,
}: Pick<ReturnType<typeof useSuggestions>, 'slash' | 'mentions'>) {
  return (
    <>
      <PartBoundary>
        {slash.listbox.isOpen ? (
          <SlashList {...slash} />
        ) : (
          mentions.listbox.isOpen && <MentionList {...mentions} />
        )}
      </PartBoundary>
      <span role="status" className="sr-only">
        {slash.listbox.isOpen
          ? counted(slash.choices.length, 'command', '')
          : mentions.listbox.isOpen
            ? counted(mentions.found.length, mentionedThing(mentions.found), ' to mention')
            : ''}
      </span>
    </>
  );
}

function mentionedThing(found: readonly Mentionable[]): string {
  return found.every(({ resource }) => resource === null) ? 'file' : 'thing';
}

function counted(count: number, thing: string, what: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}${what}`;
}
