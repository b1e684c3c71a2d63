import { type CommandGroup, commands, workspaceCommand } from '../../shared/commands/command.ts';
import { hostKind } from '../host.ts';
import { useParley } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';

const groups: readonly { group: CommandGroup; title: string }[] = [
  { group: 'file', title: 'Workspaces' },
  { group: 'chat', title: 'Chat' },
  { group: 'go', title: 'Go' },
  { group: 'view', title: 'View' },
  { group: 'help', title: 'Help' },
];

/** All shortcuts of this host, made from the same list as the palette and the menu. */
export function ShortcutsDialog() {
  const { view } = useParley();
  return (
    <Dialog title="Keyboard shortcuts" size="wide" onClose={() => closeDialog(view, 'shortcuts')}>
      <div className="flex flex-col gap-5">
        {groups.map(({ group, title }) => (
          <section key={group}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <dl>
              {linesOf(group).map(([words, keys]) => (
                <Line key={words} words={words} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
        {hostKind === 'browser' && (
          <p className="text-secondary">Zoom, new windows and tabs stay with your browser.</p>
        )}
      </div>
    </Dialog>
  );
}

function linesOf(group: CommandGroup): [string, string][] {
  const lines = commands
    .filter((command) => command.group === group)
    .flatMap(({ id, words }): [string, string][] => {
      const keys = shortcut(id);
      return keys === undefined ? [] : [[words, keys.text]];
    });
  const first = shortcut(workspaceCommand(1));
  if (group === 'go' && first !== undefined)
    lines.push(['Go to the workspaces of the list', `${first.text}–9`]);
  return lines;
}

function Line({ words, keys }: { words: string; keys: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-hairline py-1.5">
      <dt className="min-w-0">{words}</dt>
      <dd className="shrink-0">
        <kbd className="font-sans text-second text-secondary">{keys}</kbd>
      </dd>
    </div>
  );
}
