import { useEffect, useRef, useState } from 'react';
import type { ToolPart, Transcript } from '../../shared/transcript/transcript.ts';
import { plainText } from '../../shared/markdown/plain-text.ts';
import { visibleText } from '../../shared/hidden-characters.ts';

const longest = 600;

/** Characters of an answer from which that is taken: marks and addresses are not read aloud. */
const looked = 8 * longest;

/** The turn's end and its last words come by two feeds: how long neither may change, in milliseconds. */
const settlingTime = 400;

type AnnouncerProps = {
  transcript: Transcript;
  waiting: readonly ToolPart[];
  working: boolean;
  isNew: boolean;
};

/**
 * Tells a screen reader once what the agent said and asks, when it has finished, instead of piece by piece. What waits
 * as a chat is opened is not announced; in a new one all of it came since.
 */
export function Announcer({ transcript, waiting, working, isNew }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const owed = useRef(false);
  const known = useRef(isNew ? [] : waiting);
  useEffect(() => {
    if (working) owed.current = true;
    const asked = waiting.find((call) =>
      known.current.every(({ toolCallId }) => toolCallId !== call.toolCallId),
    );
    if (working || (!owed.current && asked === undefined)) return;
    const timer = setTimeout(() => {
      setSaid(visibleText([owed.current ? lastWords(transcript) : '', question(asked)].join(' ').trim()));
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

function lastWords({ messages }: Transcript): string {
  const last = messages.findLast((message) => message.role !== 'user' || !message.queued);
  if (last?.role !== 'agent') return '';
  const said = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  const text = plainText(said.slice(0, looked));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function question(call: ToolPart | undefined): string {
  switch (call?.kind) {
    case undefined:
    case 'plain':
    case 'run':
      return '';
    case 'preview':
      return call.action === undefined ? '' : `Needs you: ${call.action.label}`;
    case 'question':
    case 'command': {
      const [first] = call.ask?.questions ?? [];
      return first === undefined ? '' : `${call.ask?.asker ?? ''} asks: ${plainText(first.prompt)}`;
    }
  }
}
