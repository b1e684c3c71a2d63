import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { z } from 'zod';

const answerSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string()]),
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Reads a line of a server as a message. An answer that the library would drop, so that its call would wait for ever, is
 * read for what it means: `error: null` beside a result, a result that is no object, an error without a code. Throws
 * where a line is no message.
 */
export function readMessage(line: string): JSONRPCMessage {
  try {
    return deserializeMessage(line);
  } catch (error) {
    const { data: answer } = answerSchema.safeParse(JSON.parse(line));
    if (answer === undefined || (answer.result === undefined && answer.error === undefined)) throw error;
    const { jsonrpc, id } = answer;
    const plain = answer.error ? { error: errorIn(answer.error) } : { result: resultIn(answer.result) };
    return deserializeMessage(JSON.stringify({ jsonrpc, id, ...plain }));
  }
}

function resultIn(result: unknown): Record<string, unknown> {
  const fields = objectSchema.safeParse(result);
  if (fields.success) return fields.data;
  return result === null || result === undefined ? {} : { content: result };
}

function errorIn(error: unknown): { code: number; message: string } {
  const { code, message } = objectSchema.safeParse(error).data ?? {};
  return {
    code: typeof code === 'number' && Number.isInteger(code) ? code : -32_603,
    message: typeof message === 'string' ? message : JSON.stringify(error),
  };
}
