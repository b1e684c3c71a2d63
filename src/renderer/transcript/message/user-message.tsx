import { ChevronRight, FileText, History, Pencil } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment } from '../../../shared/transcript/attachment.ts';
import { splitMentions } from '../../../shared/transcript/mentions.ts';
import type { MessageCommand, UserMessage } from '../../../shared/transcript/transcript.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { openPane, toggleOpened } from '../../state/view-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AttachedImage } from './attached-image.tsx';
import { fileSize } from './file-size.ts';
import { MessageActions } from './message-actions.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const VersionArrows = lazyPart(async () => (await import('./version-arrows.tsx')).VersionArrows);

const EditMessage = lazyPart(async () => (await import('./edit-message.tsx')).EditMessage);

const RequestNotes = lazyPart(async () => (await import('./request-notes.tsx')).RequestNotes);

const clampedLength = 1_200;
const clampedLines = 14;

/** A message of the person; of a long text the start, with the rest on demand. */
function MessageBubble({ message }: { message: UserMessage }) {
  const { view } = useParley();
  const key = `message ${message.id}`;
  const open = useView(({ opened }) => opened.has(key));
  const start = startOf(message.text);
  const clamped = start.length < message.text.length;
  return (
    <div className="max-w-[82%] rounded-field bg-selected px-3.5 py-2.25 forced-colors:border">
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <MentionedText text={clamped && !open ? `${start}…` : message.text} mentions={message.mentions} />
      </p>
      {clamped && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => toggleOpened(view, key)}
          className="hit font-medium text-secondary select-none hover:text-ink"
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

function startOf(text: string): string {
  const lines = text.slice(0, clampedLength).split('\n', clampedLines + 1);
  const few = lines.slice(0, clampedLines).join('\n');
  const long = text.length > clampedLength * 1.25 || lines.length > clampedLines;
  return long ? few : text;
}

/** The person's text, with the files it mentions set off. */
function MentionedText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  let offset = 0;
  return splitMentions(text, mentions).map(({ text: piece, path }) => {
    const key = offset;
    offset += piece.length;
    return path === null ? (
      piece
    ) : (
      <span
        key={key}
        title={path}
        className="rounded-small bg-selected box-decoration-clone px-1 py-0.5 font-mono text-code forced-colors:border"
      >
        {piece}
      </span>
    );
  });
}

type UserMessageRowProps = { workspaceId: WorkspaceId; message: UserMessage };

export function UserMessageRow({ workspaceId, message }: UserMessageRowProps) {
  const { edits, editMessage, leaveEdit, view } = useParley();
  const edit = useStore(edits, (all) => all[message.id]);
  const frame = useRef<HTMLDivElement>(null);

  function leave(): void {
    leaveEdit(message.id);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  }

  return (
    <div ref={frame} className="flex flex-col items-end">
      {message.notes !== undefined && (
        <div className="self-stretch pb-part">
          <PartBoundary fallback={<div className="h-5" />}>
            <RequestNotes notes={message.notes} />
          </PartBoundary>
        </div>
      )}
      <h2 className="sr-only">You</h2>
      {!edit?.open && <MessageAttachments workspaceId={workspaceId} attachments={message.attachments} />}
      {edit?.open ? (
        <PartBoundary fallback={<MessageBubble message={message} />}>
          <EditMessage message={message} edit={edit} onLeave={leave} />
        </PartBoundary>
      ) : (
        message.text !== '' && <MessageBubble message={message} />
      )}
      {message.command !== undefined && !edit?.open && <SentAs id={message.id} command={message.command} />}
      {message.versions !== undefined && (
        <PartBoundary fallback={<div className="-mb-1 h-8 pointer-coarse:h-11" />}>
          <VersionArrows {...{ workspaceId }} id={message.id} versions={message.versions} />
        </PartBoundary>
      )}
      <MessageActions
        at={message.createdAt}
        side="end"
        copied={message.text === '' ? null : () => message.text}
      >
        {!edit?.open && !message.queued && (
          <IconButton
            label="Back to here"
            icon={<History aria-hidden />}
            onClick={() => openPane(view, { type: 'rewind', workspaceId, messageId: message.id })}
          />
        )}
        {!edit?.open && (
          <IconButton
            data-edit
            label="Edit and resend"
            icon={<Pencil aria-hidden />}
            onClick={() => editMessage(workspaceId, message.id, message.text)}
          />
        )}
      </MessageActions>
    </div>
  );
}

/** The source of a slash command's text, and on demand the text that the agent reads. */
function SentAs({ id, command }: { id: MessageId; command: MessageCommand }) {
  const { view } = useParley();
  const key = `command ${id}`;
  const open = useView(({ opened }) => opened.has(key));
  return (
    <div className="mt-1 flex max-w-[82%] flex-col items-end gap-1 text-second text-secondary">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => toggleOpened(view, key)}
        className="hit inline-flex max-w-full items-center gap-1 rounded-control px-1.5 hover:bg-hover hover:text-ink"
      >
        <ChevronRight aria-hidden className={`size-3.5 shrink-0 ${open ? 'rotate-90' : ''}`} />
        <span className="min-w-0 truncate">
          From <VisibleText text={command.source} layout="line" />
        </span>
      </button>
      {open && (
        <p
          dir="auto"
          className="w-full rounded-card bg-well px-3.5 py-2.25 whitespace-pre-wrap wrap-anywhere"
        >
          <VisibleText text={command.text} />
        </p>
      )}
    </div>
  );
}

const ImageDialog = lazyPart(async () => (await import('./image-dialog.tsx')).ImageDialog);

const most = { width: 280, height: 200 };

type MessageAttachmentsProps = { workspaceId: WorkspaceId; attachments: readonly Attachment[] };

/** Images open in a dialog, text files in the pane. */
function MessageAttachments({ workspaceId, attachments }: MessageAttachmentsProps) {
  const { view } = useParley();
  const shown = useView(({ shownFile }) => attachments.find(({ id }) => id === shownFile));
  if (attachments.length === 0) return null;

  function open(attachment: Attachment): void {
    switch (attachment.kind) {
      case 'image':
        return view.setState({ shownFile: attachment.id });
      case 'text':
        return openPane(view, { type: 'file', workspaceId, file: attachment });
    }
  }

  return (
    <>
      <ul aria-label="Attachments" className="mb-2 flex max-w-[82%] flex-wrap items-end justify-end gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="max-w-full">
            <button
              type="button"
              aria-label={attachment.kind === 'image' ? `Open ${nameOf(attachment)}` : undefined}
              title={nameOf(attachment)}
              onClick={() => open(attachment)}
              className={`hit-square max-w-full rounded-card border border-hairline ${faceOf(attachment)}`}
            >
              <Face workspaceId={workspaceId} attachment={attachment} />
            </button>
          </li>
        ))}
      </ul>
      <PartBoundary>
        {shown?.kind === 'image' && (
          <ImageDialog
            {...{ workspaceId }}
            image={shown}
            onClose={() => view.setState({ shownFile: null })}
          />
        )}
      </PartBoundary>
    </>
  );
}

function nameOf({ name }: Attachment): string {
  return visibleText(name, 'line');
}

function faceOf({ kind }: Attachment): string {
  switch (kind) {
    case 'image':
      return 'flex items-center justify-center overflow-hidden bg-well';
    case 'text':
      return 'flex items-center gap-2 bg-raised px-3 py-1 text-start text-second hover:bg-hover';
  }
}

function Face({ workspaceId, attachment }: { workspaceId: WorkspaceId; attachment: Attachment }) {
  switch (attachment.kind) {
    case 'image':
      return <AttachedImage workspaceId={workspaceId} image={attachment} most={most} alt="" />;
    case 'text':
      return (
        <>
          <FileText aria-hidden className="size-4 shrink-0 text-secondary" />
          <span className="wrap-anywhere">
            <span className="sr-only">Open </span>
            <VisibleText text={attachment.name} layout="line" />
          </span>{' '}
          <span className="shrink-0 text-secondary tabular-nums">{fileSize(attachment.size)}</span>
        </>
      );
  }
}
