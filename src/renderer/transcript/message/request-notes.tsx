import { ImageOff } from 'lucide-react';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import { leftOutText } from './left-out-words.ts';

/** Lines about what the requests for an answer went without. */
export function RequestNotes({ notes }: { notes: readonly RequestNote[] }) {
  return (
    <ul aria-label="Left out of the request" className="flex flex-col gap-1 text-second text-secondary">
      {notes.map((note) => (
        <li key={note.images[0]?.id} title={leftOutText(note, true)} className="flex gap-2">
          <ImageOff aria-hidden className="mt-0.75 size-3.75 shrink-0 text-tertiary" />
          <span className="min-w-0 wrap-anywhere">{leftOutText(note, false)}</span>
        </li>
      ))}
    </ul>
  );
}
