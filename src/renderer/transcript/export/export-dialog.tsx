import { Braces, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { closeDialog } from '../../state/view-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { chatJson } from './exported-chat.ts';
import type { readWholeChat } from '../copy/whole-chat.ts';

type Format = 'markdown' | 'json';

export function ExportDialog({ workspace }: { workspace: Workspace }) {
  const { companion, view, requestCaret } = useParley();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => closeDialog(view, 'export');

  async function save(format: Format): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const text = await textOf(format, workspace, companion.client.workspace.readMessages);
      saveFile(fileName(workspace.name, format === 'json' ? 'json' : 'md'), text);
      close();
      requestCaret();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title="Export this chat" onClose={close}>
      <p className="text-secondary">
        All of it, with its cards and what was decided. Keys, drafts and what tools read are left out.
      </p>
      <div className="mt-4 flex flex-col gap-2">
        <Choice
          icon={<FileText aria-hidden />}
          first
          title="Markdown"
          {...{ busy }}
          onChoose={() => void save('markdown')}
        >
          To read and share
        </Choice>
        <Choice icon={<Braces aria-hidden />} title="JSON" {...{ busy }} onChoose={() => void save('json')}>
          To work with in a program
        </Choice>
      </div>
      {problem !== null && (
        <div className="mt-3">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </Dialog>
  );
}

type ChoiceProps = {
  icon: ReactNode;
  title: string;
  first?: boolean;
  busy: boolean;
  onChoose(): void;
  children: string;
};

function Choice({ icon, title, first = false, busy, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      data-first-focus={first || undefined}
      aria-disabled={busy}
      onClick={() => !busy && onChoose()}
      className={
        'flex min-h-14 items-center gap-3 rounded-card border border-edge px-4 text-start hover:bg-hover ' +
        'aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:text-secondary'
      }
    >
      {icon}
      <span className="flex flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-second text-secondary">{children}</span>
      </span>
    </button>
  );
}

async function textOf(
  format: Format,
  chat: Workspace,
  read: Parameters<typeof readWholeChat>[0],
): Promise<string> {
  const { readWholeChat: readAll } = await import('../copy/whole-chat.ts');
  const exported = { chat, messages: await readAll(read, chat.id), exportedAt: Date.now() };
  switch (format) {
    case 'markdown':
      return (await import('./chat-markdown.ts')).chatMarkdown(exported);
    case 'json':
      return chatJson(exported);
  }
}

/** Returns a file name that every system accepts. */
export function fileName(chat: string, ending: 'md' | 'json'): string {
  const words = chat
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/gu, '');
  return `${words === '' ? 'chat' : words}.${ending}`;
}

/** Downloads a text in a browser; Electron asks where to put it. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download has begun and no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
