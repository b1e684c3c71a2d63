import { useEffect, useEffectEvent, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundPlaces, MessagePlace } from '../../../shared/transcript/found-places.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useView } from '../../parley-context.tsx';

/** Longest pause between two typed letters, in milliseconds. */
const typingPause = 120;

type Found = FoundPlaces & { query: string };

export type Finding = {
  /** Places that were found, newest first; null while nothing is searched for. */
  found: FoundPlaces | null;
  /** Index of the shown place; -1 for none. */
  index: number;
  problem: string | null;
  /** Shows an older place, or a newer one; goes round. */
  step(by: 1 | -1): void;
};

/** Looks for a text in a chat, shows the newest place, and looks again when `newest` has come. */
export function useFound(id: WorkspaceId, query: string, newest: number): Finding {
  const { companion, view, goToMessage } = useParley();
  const here = useView((state) => state.found);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function show(place: MessagePlace | undefined): void {
    view.setState({ found: place ?? null });
    if (place !== undefined) void goToMessage(id, place);
  }

  const arrived = useEffectEvent((now: Found) => {
    const isSame = found === null || found.query === now.query;
    setFound(now);
    setProblem(null);
    if (!isSame || indexOf(now.places, here) < 0) show(now.places[0]);
  });

  useEffect(() => {
    if (query.trim() === '' || newest === 0) return;
    const over = new AbortController();
    const look = () =>
      companion.client.workspace.findMessages({ workspaceId: id, text: query }, { signal: over.signal }).then(
        (places) => {
          if (!over.signal.aborted) arrived({ ...places, query });
        },
        (error: unknown) => {
          if (!over.signal.aborted) setProblem(failureText(error));
        },
      );
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [companion, id, query, newest]);

  const shown = query.trim() === '' ? null : found;
  const index = indexOf(shown?.places ?? [], here);
  return {
    found: shown,
    index,
    problem,
    step(by) {
      const places = shown?.places ?? [];
      show(places[(index + by + places.length) % Math.max(1, places.length)]);
    },
  };
}

function indexOf(places: readonly MessagePlace[], here: MessagePlace | null): number {
  return here === null
    ? -1
    : places.findIndex(({ messageId, part }) => messageId === here.messageId && part === here.part);
}
