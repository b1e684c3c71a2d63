import { createInterface } from 'node:readline';
import { z } from 'zod';

const messageSchema = z.object({
  method: z.string().optional(),
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** Answers of a program to its requests, by their method; each gets the request's id. */
export type Answers = Record<string, (id: unknown) => void>;

/** Writes a message of JSON-RPC to standard output. */
export function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/**
 * Reads messages of JSON-RPC from standard input, without a library that would not let nonsense be sent. Calls
 * the answer to a request, or `onAnswer` with an answer. The program ends when its input does.
 */
export function serve(
  answers: Answers,
  onAnswer: (answer: { result?: unknown; error?: unknown }) => void,
): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { method, id, result, error } = messageSchema.parse(JSON.parse(line));
    if (method === undefined) onAnswer({ result, error });
    else answers[method]?.(id);
  });
  process.stdin.on('end', () => process.exit(0));
}
