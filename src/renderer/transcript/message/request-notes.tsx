import { ImageOff, RotateCw, TriangleAlert, Unplug } from 'lucide-react';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import { noteText } from './request-note-text.ts';

/** Lines about the requests for an answer. */
export function RequestNotes({ notes }: { notes: readonly RequestNote[] }) {
  return (
    <ul aria-label="About the request" className="flex flex-col gap-1 text-second text-secondary">
      {notes.map((note, index) => (
        <li key={index} title={noteText(note, true)} className="flex gap-2">
          <NoteIcon note={note} />
          <span className="min-w-0 wrap-anywhere">{noteText(note, false)}</span>
        </li>
      ))}
    </ul>
  );
}

function NoteIcon({ note }: { note: RequestNote }) {
  const look = { 'aria-hidden': true, className: 'mt-0.75 size-3.75 shrink-0 text-tertiary' };
  switch (note.type) {
    case 'images-left-out':
      return <ImageOff {...look} />;
    case 'tools-left-out':
      return <Unplug {...look} />;
    case 'failed-before':
      return <TriangleAlert {...look} />;
    case 'repaired':
    case 'read-in-part':
      return <RotateCw {...look} />;
  }
}
