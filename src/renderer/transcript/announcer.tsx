import { useEffect, useRef, useState } from 'react';
import type { Transcript } from '../../shared/transcript/transcript.ts';

const longest = 600;

/** Reads the agent's words to a screen reader once, when it has finished, instead of piece by piece. */
export function Announcer({ transcript, working }: { transcript: Transcript; working: boolean }) {
  const [said, setSaid] = useState('');
  const wasWorking = useRef(working);
  useEffect(() => {
    if (wasWorking.current && !working) setSaid(lastWords(transcript));
    if (!wasWorking.current && working) setSaid('');
    wasWorking.current = working;
  }, [working, transcript]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

function lastWords({ messages }: Transcript): string {
  const last = messages.at(-1);
  if (last?.role !== 'agent') return '';
  const text = last.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
