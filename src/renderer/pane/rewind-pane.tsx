import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/transcript/transcript.ts';
import { Counts, totalOf } from '../cards/diff/file-facts.tsx';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { WrapButton } from '../ui/wrap-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { PaneHead } from './pane-head.tsx';
import {
  isAsked,
  isTicked,
  ReturningFiles,
  returningText,
  type Ticked,
  useTicked,
} from './returning-files.tsx';

type RewindPaneProps = { workspaceId: WorkspaceId; messageId: MessageId };

/** What going back to before a message of the open chat makes of its files; closes once the message is not there. */
export function RewindPane({ workspaceId, messageId }: RewindPaneProps) {
  const { view } = useParley();
  const message = useParleyState(({ chats, openId }) => {
    const chat = openId === workspaceId ? chats[workspaceId] : undefined;
    const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
    const shown = messages.find(({ id }) => id === messageId);
    return shown?.role === 'user' ? shown : undefined;
  });
  const isOver = message === undefined;
  useEffect(() => {
    if (isOver) closePane(view);
  }, [isOver, view]);
  return isOver ? null : <Preview {...{ workspaceId, message }} />;
}

const othersText = 'The agent said nothing of these.';

function Preview({ workspaceId, message }: { workspaceId: WorkspaceId; message: UserMessage }) {
  const parley = useParley();
  const [wrap, setWrap] = useState(false);
  const [sending, setSending] = useState(false);
  const [ticked, tick] = useTicked(workspaceId);
  const working = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.turn.status === 'working',
  );
  const { files, problem, setProblem } = useRewindFiles(workspaceId, message.id, working);
  const back = (files ?? []).filter((file) => isTicked(file, ticked));
  const asked = (files ?? []).filter((file) => isAsked(file, ticked)).map(({ path }) => path);

  async function goBack(): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      const { workspace } = parley.companion.client;
      await workspace.rewind({ workspaceId, messageId: message.id, paths: asked });
      parley.requestCaret();
    } catch (error) {
      setProblem(failureText(error));
    }
    setSending(false);
  }

  return (
    <>
      <PaneHead
        title="Back to here"
        icon={<History aria-hidden />}
        about={back.length === 0 ? null : <Counts {...totalOf(back)} />}
      >
        <WrapButton {...{ wrap }} onWrap={setWrap} />
      </PaneHead>
      <div className="@container min-h-0 flex-1 overflow-y-auto [--surface:var(--surface-window)]">
        <Intro text={message.text} />
        <ReturningFiles files={files ?? []} why={othersText} {...{ wrap, ticked }} onTick={tick} />
      </div>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <Foot
        text={footText(files, ticked, working)}
        about={JSON.stringify([message.id, asked])}
        off={sending || working || files === null}
        onPress={() => void goBack()}
      />
    </>
  );
}

function Intro({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-1 border-b border-hairline px-4 py-3 text-second text-secondary">
      <p className="wrap-anywhere">
        The chat goes back to before <q className="text-ink">{shortened(text)}</q>, and the files that are
        ticked with it.
      </p>
      <p>
        What was said since stays as another version of your next message, and you can undo this until then.
      </p>
    </div>
  );
}

type FootProps = { text: string; about: string; off: boolean; onPress(): void };

function Foot({ text, about, off, onPress }: FootProps) {
  return (
    <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
      <p className="min-w-0 flex-1 text-second text-secondary">{text}</p>
      <DecidingButton {...{ about, off }} onClick={onPress}>
        <History aria-hidden />
        Back to here
      </DecidingButton>
    </footer>
  );
}

/** The most characters of a message by which it is named. */
const mostNamed = 80;

function shortened(text: string): React.ReactNode {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return <VisibleText text={line.length > mostNamed ? `${line.slice(0, mostNamed)}…` : line} layout="line" />;
}

function footText(files: readonly TurnFile[] | null, ticked: Ticked, working: boolean): string {
  if (working) return 'Once the agent is done';
  if (files === null) return '';
  return files.length === 0 ? 'No file was changed since' : returningText(files, ticked);
}

/** Reads the files, again once the agent is done and when the window gets the focus; null until they are read. */
function useRewindFiles(workspaceId: WorkspaceId, messageId: MessageId, working: boolean) {
  const { companion } = useParley();
  const [files, setFiles] = useState<readonly TurnFile[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { readRewind } = companion.client.workspace;
  useEffect(() => {
    if (working) return;
    const over = new AbortController();
    const look = () => {
      readRewind({ workspaceId, messageId }).then(
        ({ files }) => over.signal.aborted || setFiles(files),
        (error: unknown) => over.signal.aborted || setProblem(failureText(error)),
      );
    };
    look();
    window.addEventListener('focus', look, over);
    return () => over.abort();
  }, [readRewind, workspaceId, messageId, working]);
  return { files, problem, setProblem };
}
