import { expect, onTestFinished, test } from 'vitest';
import type { RequestNote } from '../../../../shared/transcript/request-note.ts';
import type { Message, Transcript } from '../../../../shared/transcript/transcript.ts';
import type { ServerReply } from '../../../../../test/main/agents/model/anthropic-server.ts';
import { imagesIn, startClaudeWithImages } from '../../../../../test/main/agents/model/claude-with-images.ts';
import { providerThatMakes } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { noisyPngOf, pngOf } from '../../../../../test/main/agents/model/sample-images.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

/** A chat with a Claude that is particular about pictures. */
async function start() {
  const claude = await startClaudeWithImages();
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  const ended = () =>
    untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle' || turn.status === 'failed');
  const attach = (name: string, bytes: Buffer) =>
    client.workspace.attach({ workspaceId, key: name, name, data: bytes.toString('base64') });
  /** Sends a message with pictures, and waits for what comes of it. */
  const send = async (text: string, pictures: readonly { name: string; bytes: Buffer }[]) => {
    const attachments = [];
    for (const { name, bytes } of pictures) attachments.push((await attach(name, bytes)).id);
    await client.workspace.sendMessage({ workspaceId, key: text, text, attachments });
    await chat.until(({ messages }) =>
      messages.some((one) => one.role === 'user' && one.text === text && !one.queued),
    );
    return ended();
  };
  const sent = () => imagesIn(claude.requests.at(-1)?.body);
  /** The notes of the chat, once there are so many. */
  const notes = async (count: number) =>
    notesOf(await chat.until((transcript) => notesOf(transcript).length >= count));
  return { claude, client, workspaceId, chat, attach, ended, send, sent, notes };
}

const notesOf = ({
  messages,
}: Pick<Transcript, 'messages'>): Extract<RequestNote, { type: 'images-left-out' }>[] =>
  messages
    .flatMap((message) => (message.role === 'agent' ? (message.notes ?? []) : []))
    .filter((note) => note.type === 'images-left-out');

const summaries = (messages: readonly Message[]) =>
  messages.filter((one) => one.role === 'agent' && one.parts.some(({ type }) => type === 'summary'));

const says = (text: string, inputTokens = 10): ServerReply => ({
  type: 'answer',
  blocks: [{ type: 'text', text }],
  inputTokens,
});

/** A PNG that is whole to its end, and whose pixels no decoder can read. */
const unreadable = Buffer.from(pngOf(40, 40)).fill(0xee, 41, 60);

const tooLong: ServerReply = {
  type: 'status',
  status: 400,
  error: 'invalid_request_error',
  message: 'prompt is too long: 210000 tokens > 200000 maximum',
};

const tooLarge: ServerReply = {
  type: 'status',
  status: 413,
  error: 'request_too_large',
  message: 'Request exceeds the maximum size',
};

test('a photo never has the chat summarised', async () => {
  const { claude, chat, send, sent } = await start();
  claude.reply(says('Hello.'));
  await send('Hi', []);
  const photo = noisyPngOf(280, 280);
  expect(photo.length).toBeGreaterThan(78_000);
  await send('What is this?', [{ name: 'photo.png', bytes: photo }]);
  expect(summaries(chat.transcript().messages)).toEqual([]);
  expect(claude.requests).toHaveLength(2);
  expect(sent().map(({ bytes }) => bytes)).toEqual([photo]);
});

test('an image that is cut off is refused in words where it is attached', async () => {
  const { attach } = await start();
  const whole = noisyPngOf(40, 40);
  await expect(attach('cut.png', whole.subarray(0, whole.length / 2))).rejects.toThrow(
    "cut.png can't be attached: the image is damaged or cut off.",
  );
});

const shot = (number: number, width = 2_400) => ({
  name: `shot-${number}.png`,
  bytes: pngOf(width, 40 + number),
});

test('a chat goes on with more screenshots than its model takes, and says which it left out', async () => {
  const { claude, send, sent, notes } = await start();
  const shots = Array.from({ length: 24 }, (_, index) => shot(index + 1));
  for (const [number, from] of [0, 8, 16].entries())
    await send(`Shots ${number}`, shots.slice(from, from + 8));
  expect(sent().map(({ bytes }) => bytes)).toEqual(shots.slice(4).map(({ bytes }) => bytes));
  expect(claude.requests).toHaveLength(3);
  expect(JSON.stringify(claude.requests.at(-1)?.body)).toContain('[Image left out here: shot-1.png');
  expect(await notes(1)).toEqual([
    {
      type: 'images-left-out',
      by: 'Claude',
      images: [1, 2, 3, 4].map((number) => ({ id: `shot-${number}.png`, name: `shot-${number}.png` })),
      why: { type: 'count', most: 20, longest: 2_000 },
    },
  ]);
  await send('And one more', [shot(25)]);
  expect((await notes(2)).slice(1)).toMatchObject([{ images: [{ name: 'shot-5.png' }] }]);
  await send('No more', []);
  expect(await notes(2)).toHaveLength(2);
});

test('as many screenshots of the size that its model looks at go along', async () => {
  const { send, sent, notes } = await start();
  for (const [number, from] of [0, 8, 16].entries())
    await send(
      `Shots ${number}`,
      [0, 1, 2, 3, 4, 5, 6, 7].map((index) => shot(from + index, 1_568)),
    );
  expect(sent()).toHaveLength(24);
  expect(await notes(0)).toEqual([]);
});

test('38 MB of images are no reason to end a chat', async () => {
  const { claude, send, sent, notes } = await start();
  const photo = (index: number) => ({ name: `photo-${index}.png`, bytes: noisyPngOf(1_900, 1_900 + index) });
  await send('First', [0, 1, 2, 3].map(photo));
  expect((await send('Second', [4, 5, 6, 7].map(photo))).turn).toEqual({ status: 'idle' });
  expect(claude.requests).toHaveLength(2);
  expect(sent()).toHaveLength(6);
  expect(await notes(1)).toMatchObject([
    {
      images: [{ name: 'photo-0.png' }, { name: 'photo-1.png' }],
      why: { type: 'request-bytes', megabytes: 32 },
    },
  ]);
});

test('an image that the model can’t read is left out, asked about again without, and named', async () => {
  const { claude, send, sent, notes, chat } = await start();
  await send('A good one', [shot(1, 40)]);
  await send('A bad one', [{ name: 'bad.png', bytes: unreadable }]);
  expect(claude.requests).toHaveLength(3);
  expect(sent()).toHaveLength(1);
  expect(await notes(1)).toMatchObject([
    { images: [{ name: 'bad.png' }], why: { type: 'refused', among: false } },
  ]);
  await send('And now?', []);
  expect(claude.requests).toHaveLength(4);
  expect(await notes(1)).toHaveLength(1);
  await chat.until(said('Seen.'));
});

test('where a refusal does not say which of several it is, all new ones are left out', async () => {
  const { claude, send, sent, notes } = await start();
  await send('A good one', [shot(1, 40)]);
  await send('Two', [shot(2, 40), { name: 'bad.png', bytes: unreadable }]);
  expect(claude.requests).toHaveLength(3);
  expect(sent()).toHaveLength(1);
  expect(await notes(1)).toMatchObject([
    { images: [{ name: 'shot-2.png' }, { name: 'bad.png' }], why: { type: 'refused', among: true } },
  ]);
});

test('a refusal that names its image costs that one alone', async () => {
  const { claude, send, sent, notes } = await start();
  const huge = { name: 'huge.png', bytes: pngOf(7_000, 30) };
  claude.refuseImage(huge.bytes);
  await send('Two', [shot(1, 40), huge, shot(2, 40)]);
  expect(claude.requests).toHaveLength(2);
  expect(sent().map(({ bytes }) => bytes)).toEqual([shot(1, 40).bytes, shot(2, 40).bytes]);
  expect(await notes(1)).toMatchObject([
    { images: [{ name: 'huge.png' }], why: { type: 'refused', among: false } },
  ]);
});

test('a request is made again twice for its images, and then without any', async () => {
  const { claude, send, sent, notes } = await start();
  const images = [1, 2, 3].map((number) => shot(number, 40));
  for (const { bytes } of images) claude.refuseImage(bytes);
  const { turn } = await send('Three', images);
  expect(turn).toEqual({ status: 'idle' });
  expect(claude.requests).toHaveLength(3);
  expect(sent()).toEqual([]);
  const named = (await notes(2)).flatMap((note) =>
    note.type === 'images-left-out' ? note.images.map(({ name }) => name) : [],
  );
  expect(named).toEqual(['shot-1.png', 'shot-2.png', 'shot-3.png']);
});

test('a gateway that takes less than its provider gets the newest images alone, and what is said is true', async () => {
  const { claude, send, sent, notes } = await start();
  await send('First', [shot(1, 40)]);
  claude.refuse(tooLarge);
  await send('Second', [shot(2, 40)]);
  expect(sent().map(({ bytes }) => bytes)).toEqual([shot(2, 40).bytes]);
  expect(await notes(1)).toMatchObject([{ images: [{ name: 'shot-1.png' }], why: { type: 'too-large' } }]);
});

test('a request that is too large for its text alone says so', async () => {
  const { claude, send } = await start();
  claude.refuse(tooLarge);
  expect((await send('Hi', [])).turn).toMatchObject({
    problem: {
      what: 'This request is larger than Claude takes.',
      todo: 'Edit your message and send it with fewer files, or choose another model.',
    },
  });
});

test('images that fill what the model reads are left out, and nothing is summarised for them', async () => {
  const { claude, chat, send, sent, notes } = await start();
  claude.reply(says('Hello.', 177_000));
  await send('Hi', []);
  claude.reply(says('Seen.', 183_000));
  const big = (number: number) => ({ name: `big-${number}.png`, bytes: pngOf(1_568, 1_500 + number) });
  await send('Three', [1, 2, 3].map(big));
  expect(sent()).toHaveLength(2);
  expect(await notes(1)).toMatchObject([{ images: [{ name: 'big-1.png' }], why: { type: 'context' } }]);
  expect(summaries(chat.transcript().messages)).toEqual([]);
});

test('a request that is too long for its images goes without the older ones, and nothing is summarised', async () => {
  const { claude, chat, send, sent, notes } = await start();
  await send('First', [shot(1, 1_568)]);
  claude.refuse(tooLong);
  await send('Second', [{ name: 'big.png', bytes: pngOf(1_568, 1_500) }]);
  expect(sent()).toHaveLength(1);
  expect(await notes(1)).toMatchObject([{ images: [{ name: 'shot-1.png' }], why: { type: 'context' } }]);
  expect(summaries(chat.transcript().messages)).toEqual([]);
});

test('Gemini gets no GIF, and the chat says so', async () => {
  const { proxy, env } = await providerThatMakes('google', []);
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  const gif = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const { id } = await client.workspace.attach({ workspaceId, key: 'k', name: 'dot.gif', data: gif });
  await client.workspace.sendMessage({ workspaceId, key: 'm', text: 'See', attachments: [id] });
  const why = { type: 'format', mediaType: 'image/gif' };
  expect(notesOf(await chat.until(said('Thank you.')))).toMatchObject([{ by: 'Gemini', why }]);
  expect(proxy.requests.at(-1)?.body).not.toContain(gif);
});

test('a copy that a window made goes to the model, and the image itself stays', async () => {
  const { client, workspaceId, claude, chat } = await start();
  const [original, copy] = [noisyPngOf(1_700, 300), pngOf(1_568, 277)];
  const attachment = await client.workspace.attach({
    workspaceId,
    key: 'k',
    name: 'wide.png',
    data: original.toString('base64'),
    copy: copy.toString('base64'),
  });
  expect(attachment).toMatchObject({
    width: 1_700,
    copy: { width: 1_568, height: 277, mediaType: 'image/png' },
  });
  await client.workspace.sendMessage({ workspaceId, key: 'm', text: 'See', attachments: [attachment.id] });
  await chat.until(said('Seen.'));
  expect(imagesIn(claude.requests.at(-1)?.body).map(({ bytes }) => bytes)).toEqual([copy]);
  const read = await client.workspace.readAttachment({ workspaceId, attachmentId: attachment.id });
  expect(read.data).toBe(original.toString('base64'));
});

test.each([
  ['larger than models look at', pngOf(1_600, 10)],
  ['cut off', noisyPngOf(40, 40).subarray(0, 800)],
  ['no image', Buffer.from('words')],
])('a copy that is %s is refused', async (_, copy) => {
  const { client, workspaceId } = await start();
  const file = { workspaceId, key: 'k', name: 'a.png', data: pngOf(4, 4).toString('base64') };
  await expect(client.workspace.attach({ ...file, copy: copy.toString('base64') })).rejects.toMatchObject({
    code: 'attachment-refused',
  });
});

test('images are dropped from a message that is sent again, and stay in its other version', async () => {
  const { client, workspaceId, send, sent, chat, ended } = await start();
  await send('Two', [shot(1, 40), shot(2, 40)]);
  const [message] = chat.transcript().messages;
  if (message?.role !== 'user') throw new Error('There is no message.');
  await client.workspace.resendMessage({
    workspaceId,
    messageId: message.id,
    key: 'again',
    text: 'One',
    dropped: message.attachments.slice(0, 1).map(({ id }) => id),
  });
  const seen = await chat.until(({ messages }) =>
    messages.some((one) => one.role === 'user' && one.text === 'One' && !one.queued),
  );
  expect(seen.messages[0]).toMatchObject({ attachments: [{ name: 'shot-2.png' }] });
  await chat.until(said('Seen.'));
  expect(sent().map(({ bytes }) => bytes)).toEqual([shot(2, 40).bytes]);
  await ended();
  await client.workspace.showBranch({ workspaceId, at: { messageId: message.id } });
  await chat.until(({ messages }) => messages[0]?.role === 'user' && messages[0].attachments.length === 2);
});
