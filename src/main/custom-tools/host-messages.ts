import type { Readable } from 'node:stream';
import { hostMessageSchema, type ReceivedMessage } from './tool-messages.schema.ts';

/** The longest message of the process that is taken, in characters. */
const longestMessage = 16_000_000;

type Listeners = {
  onMessage: (message: ReceivedMessage) => void;
  /** Called with what is wrong with something that is no message. */
  onProblem: (why: string) => void;
};

/** Reads the messages of a process of tools, a line each. */
export function readHostMessages(stream: Readable, { onMessage, onProblem }: Listeners): void {
  let held = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    if (held.length > longestMessage) return onProblem('It sent a message that is too large.');
    for (const line of lines) {
      const message = readMessage(line);
      if (message === undefined) onProblem(unreadable(line));
      else onMessage(message);
    }
  });
}

function readMessage(line: string): ReceivedMessage | undefined {
  try {
    return hostMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Says what is wrong with a message that is none. */
function unreadable(line: string): string {
  return line.startsWith('{"type":"staged"')
    ? 'What it pushed was no preview: that has a label of up to 200 characters, and Markdown or files.'
    : 'It sent a message that can’t be read.';
}
