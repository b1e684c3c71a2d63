import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { agentText } from '../../../../../test/main/test-app.ts';
import { connect } from './connection.ts';

// Log lines as pino, bunyan, structlog and zerolog write them, some with an `id` of their own: they stand among the
// messages of an agent whose logger prints to standard output.
const ids = Array.from({ length: 8 }, (_, id) => id);
const logs: [string, string][] = [
  [
    'pino, with the id of a request',
    ids.map((id) => `{"level":30,"time":1764,"pid":7,"id":${id},"msg":"ready"}`).join('\n'),
  ],
  [
    'bunyan, with an error',
    ids.map((id) => `{"v":0,"level":50,"id":${id},"error":{"message":"x"},"msg":"y"}`).join('\n'),
  ],
  ['a result of another protocol', ids.map((id) => `{"id":${id},"result":{"protocolVersion":9}}`).join('\n')],
  ['JSON-RPC 1.0', ids.map((id) => `{"jsonrpc":"1.0","id":${id},"result":{"protocolVersion":9}}`).join('\n')],
  [
    'a version that is a number',
    ids.map((id) => `{"jsonrpc":2.0,"id":${id},"error":{"code":1,"message":"m"}}`).join('\n'),
  ],
  ['a method of another protocol', '{"id":1,"method":"session/request_permission","params":{}}'],
  ['a batch', '[{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":9}}]'],
  ['a number, a text, null and true', '7\n"x"\nnull\ntrue'],
  ['a line that is no JSON', '{"level":30,\n{ready}\n}'],
  ['CRLF and blank lines', '{"level":30,"id":0}\r\n\r\n  \r\n'],
  ['a byte order mark', '\ufeff{"level":30,"id":0}'],
];

test('an agent whose log is JSON answers in the window', async () => {
  const PRINTS = logs.map(([, lines]) => `${lines}\n`).join('');
  const { chat, send, turn } = await startExternalChat({ env: { PRINTS } });
  await send('hello');
  await turn('idle');
  expect(agentText(await chat.until(said('Hello from the script.')))).toBe('Hello from the script.');
});

const nothing = () => undefined;

/** Starts a real process that prints bytes when it is asked to begin, and ends; returns what came of them. */
async function connected(printed: string | Buffer) {
  const program = `process.stdin.once('data', () => process.stdout.write(Buffer.from(process.argv[1], 'base64'), () => process.exit()));`;
  const child = spawn(process.execPath, ['-e', program, Buffer.from(printed).toString('base64')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const log: string[] = [];
  const updates: unknown[] = [];
  const end = async () => void child.kill();
  const { stdin, stdout } = child;
  const connection = connect(
    { stdin, stdout, end, note: (line) => void log.push(line) },
    {
      update: (params) => void updates.push(params),
      permission: () => Promise.reject(new Error('Nothing asks.')),
      elicitation: () => Promise.reject(new Error('Nothing asks.')),
      completed: nothing,
      extension: nothing,
    },
  );
  const params = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} };
  const answer = connection.agent.request(methods.agent.initialize, params).catch((error: Error) => error);
  await once(child, 'close');
  return { log, updates, answer: await answer };
}

const initialized = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}';
const update = '{"jsonrpc":"2.0","method":"session/update","params":{"n":1}}';

test.each(logs)('%s: its lines go into the log, as they are', async (_, lines) => {
  const { log, answer } = await connected(`${lines}\n${initialized}\n`);
  expect(answer).toMatchObject({ protocolVersion: 1 });
  const kept = lines.split('\n').map((line) => line.trim());
  expect(log).toEqual(kept.filter((line) => line !== ''));
});

const messages: [string, string | Buffer, string[]][] = [
  ['after CRLF', `log\r\n${initialized}\r\n${update}\r\n`, ['log']],
  ['after a byte order mark', `\ufeff${initialized}\n${update}\n`, []],
  ['with blanks around it', `  ${initialized} \n\t${update}\n`, []],
  ['without a line end, at the end', `${initialized}\n${update}`, []],
  [
    'before half a line',
    `${initialized}\n${update}\n{"jsonrpc":"2.0","method":"session/upd`,
    ['{"jsonrpc":"2.0","method":"session/upd'],
  ],
  [
    'beside bytes that are not UTF-8',
    Buffer.concat([Buffer.from([0xff, 0xfe, 10]), Buffer.from(`${initialized}\n${update}\n`)]),
    ['\ufffd\ufffd'],
  ],
];

test.each(messages)('a message %s is read', async (_, printed, expected) => {
  const { log, updates, answer } = await connected(printed);
  expect(answer).toMatchObject({ protocolVersion: 1 });
  expect(updates).toEqual([{ n: 1 }]);
  expect(log).toEqual(expected);
});
