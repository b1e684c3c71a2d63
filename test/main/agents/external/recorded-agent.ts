import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { linesOf, messagesOf, type RecordedLine } from './recording.ts';

/**
 * A real agent as far as it was recorded: answers each request with what the agent sent after one like it, from the
 * file that `RECORDING` in its environment names. Run as a program. `HEARD` names the file for what it is told; with
 * `BURST` all that belongs to one request is written at once, as Parley finds it on a busy machine.
 */
type Message = RecordedLine['message'];

/** A message of the client with all that followed, until its next one that is no answer. */
type Exchange = { asked: Message; followed: RecordedLine[]; played: boolean };

const exchanges: Exchange[] = [];
for (const line of linesOf(readFileSync(process.env['RECORDING'] ?? '', 'utf8'))) {
  if (line.from === 'client' && line.message.method !== undefined)
    exchanges.push({ asked: line.message, followed: [], played: false });
  else exchanges.at(-1)?.followed.push(line);
}

/** The ids that the client gives its requests now, by the recorded ones. */
const ids = new Map<Message['id'], Message['id']>();

const answers = new Map<Message['id'], PromiseWithResolvers<void>>();

/** Resolves with the answer of the client to what the agent asked. */
function answerTo(id: Message['id']): PromiseWithResolvers<void> {
  const answer = answers.get(id) ?? Promise.withResolvers<void>();
  answers.set(id, answer);
  return answer;
}

const burst = process.env['BURST'] !== undefined;
let unsent = '';

async function send(message: Message): Promise<void> {
  unsent += `${JSON.stringify(message)}\n`;
  if (!burst) await flush();
}

async function flush(): Promise<void> {
  const text = unsent;
  unsent = '';
  if (text !== '') await new Promise((resolve) => process.stdout.write(text, resolve));
}

async function play({ followed }: Exchange): Promise<void> {
  for (const { from, message } of followed) {
    if (from === 'client') {
      await flush();
      await answerTo(message.id).promise;
    } else await send(message.method === undefined ? { ...message, id: ids.get(message.id) } : message);
  }
  await flush();
}

/** True of messages that ask for the same: a prompt by any words, a setting by its value. */
function isLike(one: Message, other: Message): boolean {
  return ['configId', 'value', 'modeId'].every((field) => one.params?.[field] === other.params?.[field]);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [message] = messagesOf(line);
  if (message === undefined) return;
  appendFileSync(process.env['HEARD'] ?? '/dev/null', `${line}\n`);
  if (message.method === undefined) return answerTo(message.id).resolve();
  const like = exchanges.filter(({ asked }) => asked.method === message.method && isLike(asked, message));
  const exchange = like.find(({ played }) => !played) ?? like.at(-1);
  if (exchange !== undefined) {
    exchange.played = true;
    ids.set(exchange.asked.id, message.id);
    void play(exchange);
  } else if (message.id !== undefined) {
    void send({ jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'Not recorded' } }).then(
      flush,
    );
  }
});
process.stdin.on('end', () => process.exit(0));
