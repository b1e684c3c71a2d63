import { useEffect, useRef, useState } from 'react';
import type { ToolPart, Transcript } from '../../shared/transcript/transcript.ts';

/** The turn's end and its last words come by two feeds: how long neither may change, in milliseconds. */
const settlingTime = 400;

type AnnouncerProps = { transcript: Transcript; waiting: readonly ToolPart[]; working: boolean };

/** Tells a screen reader once what the agent said and asks, when it has finished, instead of piece by piece. */
export function Announcer({ transcript, waiting, working }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const owed = useRef(false);
  const known = useRef(waiting);
  useEffect(() => {
    if (working) owed.current = true;
    const asked = waiting.find((call) =>
      known.current.every(({ toolCallId }) => toolCallId !== call.toolCallId),
    );
    if (working || (!owed.current && asked === undefined)) return;
    const timer = setTimeout(() => {
      const finished = owed.current ? transcript : undefined;
      void import('./spoken-words.ts').then(({ spokenWords }) => setSaid(spokenWords(finished, asked)));
      owed.current = false;
      known.current = waiting;
    }, settlingTime);
    return () => clearTimeout(timer);
  }, [transcript, waiting, working]);
  return (
    <p aria-live="polite" className="sr-only">
      {working ? '' : said}
    </p>
  );
}
