import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundPlaces } from '../../../shared/transcript/found-places.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { isComposing } from '../../ui/composing.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useMarks } from './mark-found.ts';
import { useFound } from './use-found.ts';

/** The focus goes to the field whenever it is asked for, and back to where it came from in the end. */
export function useFindFocus(scroller: RefObject<HTMLElement | null>): {
  field: RefObject<HTMLInputElement | null>;
  close(): void;
} {
  const { view } = useParley();
  const times = useView(({ finding }) => finding?.times);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (times === undefined) return;
    const { activeElement } = document;
    if (activeElement !== field.current) before.current = activeElement;
    field.current?.focus();
    field.current?.select();
  }, [times]);

  function close(): void {
    view.setState({ finding: null, found: null });
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else scroller.current?.focus({ preventScroll: true });
  }

  return { field, close };
}

type FindBarProps = {
  workspaceId: WorkspaceId;
  /** The text that is looked for at first. */
  text: string;
  scroller: RefObject<HTMLElement | null>;
  /** The newest message of the chat. */
  newest: number;
};

/** Finds words in the whole of a chat, also where it is not loaded, and goes from one place to the next. */
export function FindBar({ workspaceId, text, scroller, newest }: FindBarProps) {
  const [query, setQuery] = useState(text);
  const { found, index, problem, step } = useFound(workspaceId, query, newest);
  const { field, close } = useFindFocus(scroller);
  useMarks(scroller, query);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  const disabled = found === null || found.places.length === 0;
  return (
    <div className="gutters shrink-0 overflow-y-hidden">
      <div role="search" aria-label="Find in this chat" className="column flex items-center gap-1 pt-1 pb-2">
        <div className="relative min-w-0 flex-1">
          <TextInput
            ref={field}
            aria-label="Find in this chat"
            placeholder="Find in this chat"
            className="pe-24"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p
            role="status"
            className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-small text-secondary tabular-nums"
          >
            {problem ?? countText(found, index)}
          </p>
        </div>
        <IconButton
          label="Older match"
          icon={<ChevronUp aria-hidden />}
          onClick={() => step(1)}
          {...{ disabled, onKeyDown }}
        />
        <IconButton
          label="Newer match"
          icon={<ChevronDown aria-hidden />}
          onClick={() => step(-1)}
          {...{ disabled, onKeyDown }}
        />
        <IconButton label="Close search" icon={<X aria-hidden />} onClick={close} onKeyDown={onKeyDown} />
      </div>
    </div>
  );
}

function countText(found: FoundPlaces | null, index: number): string {
  if (found === null) return '';
  const { places, hasMore } = found;
  if (places.length === 0) return 'Nothing found';
  return `${index + 1} of ${places.length.toLocaleString('en')}${hasMore ? '+' : ''}`;
}
