import { expect, test } from 'vitest';
import type { ProviderId } from '../shared/providers/provider.ts';
import { largestImage } from '../shared/transcript/attachment-limits.ts';
import { pngOf } from '../../test/main/agents/model/sample-images.ts';
import { providerThatCalls } from '../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../test/main/test-app.ts';

const png = pngOf(4, 3).toString('base64');
const note = Buffer.from('Remember the milk.').toString('base64');

type Client = ReturnType<typeof testApp>['client'];

async function chatOf(client: Client) {
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const attach = (key: string, name: string, data: string) =>
    client.workspace.attach({ workspaceId, key, name, data });
  return { workspaceId, attach, chat: await watchChat(client, workspaceId) };
}

const noteText = '[Attached file: note.txt]\nRemember the milk.\n[End of note.txt]';

/** The body of each protocol that carries an image and a text file before the person's words. */
const onTheWire: Partial<Record<ProviderId, object>> = {
  anthropic: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          { type: 'text', text: noteText },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ],
  },
  openai: {
    input: [
      {},
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: `data:image/png;base64,${png}` },
          { type: 'input_text', text: noteText },
          { type: 'input_text', text: 'What is this?' },
        ],
      },
    ],
  },
};

test.each(['anthropic', 'openai'] as const)(
  '%s gets an image and a text file in its own form, and again after a restart',
  async (id) => {
    const { proxy, env } = await providerThatCalls(id, 'list_files', {});
    const dataDir = temporaryFolder();
    const first = testApp(dataDir, { env });
    const { workspaceId, attach } = await chatOf(first.client);
    const image = await attach('i', 'photo.png', png);
    const text = await attach('t', 'note.txt', note);
    const message = { workspaceId, key: 'm', text: 'What is this?', attachments: [image.id, text.id] };
    await first.client.workspace.sendMessage(message);
    await untilWorkspace(first.client, workspaceId, ({ turn }) => turn.status === 'idle');
    expect(JSON.parse(proxy.requests[0]?.body ?? '')).toMatchObject(onTheWire[id] ?? {});
    await first.close();

    const { client } = testApp(dataDir, { env });
    const { messages } = (await watchChat(client, workspaceId)).transcript();
    expect(messages).toEqual([]);
    await client.workspace.sendMessage({ workspaceId, key: 'again', text: 'And now?' });
    await untilWorkspace(
      client,
      workspaceId,
      ({ turn, usage }) => turn.status !== 'working' && usage.chat.input > 0,
    );
    const sent = proxy.requests.at(-1)?.body ?? '';
    expect(sent).toContain('And now?');
    expect(sent).toContain(png);
    expect(sent).toContain('Remember the milk.');
  },
);

test('a file is stored once, goes with its message, and cannot be taken from it', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const { workspaceId, attach, chat } = await chatOf(client);
  const attachment = await attach('t', 'note.txt', note);
  expect(await attach('t', 'note.txt', note)).toEqual(attachment);
  const message = { workspaceId, key: 'm', text: '', attachments: [attachment.id] };
  await client.workspace.sendMessage(message);
  await client.workspace.sendMessage(message);
  await client.workspace.detach({ workspaceId, attachmentId: attachment.id });
  const seen = await chat.until(({ messages }) => messages.length > 0);
  expect(seen.messages[0]).toMatchObject({ attachments: [attachment] });
  const read = await client.workspace.readAttachment({ workspaceId, attachmentId: attachment.id });
  expect(read.data).toBe(note);
});

test('a message whose file is gone is not sent without it', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const { workspaceId, attach } = await chatOf(client);
  const { id } = await attach('t', 'note.txt', note);
  await client.workspace.detach({ workspaceId, attachmentId: id });
  const sent = client.workspace.sendMessage({ workspaceId, key: 'm', text: 'Hi', attachments: [id] });
  await expect(sent).rejects.toMatchObject({ code: 'attachment-missing' });
});

test('the guide says what it got, and that it sees no images', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const { workspaceId, attach, chat } = await chatOf(client);
  const image = await attach('i', 'photo.png', png);
  const text = await attach('t', 'note.txt', note);
  await client.workspace.sendMessage({
    workspaceId,
    key: 'm',
    text: 'Plan a README',
    attachments: [image.id, text.id],
  });
  const seen = await chat.until((now) => agentText(now).includes('I will look'));
  expect(agentText(seen)).toContain('I got `note.txt`. I got `photo.png` too, but I cannot see an image');
});

test('what is neither text nor image is refused in words', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const { attach } = await chatOf(client);
  const binary = attach('b', 'a.bin', Buffer.from([0, 1, 2]).toString('base64'));
  await expect(binary).rejects.toMatchObject({ code: 'attachment-refused' });
});

test('the largest image passes the contract whole', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const { workspaceId, attach } = await chatOf(client);
  const image = pngOf(10, 10);
  const data = Buffer.concat([image, Buffer.alloc(largestImage - image.length, 7)]).toString('base64');
  const { id } = await attach('big', 'big.png', data);
  const read = await client.workspace.readAttachment({ workspaceId, attachmentId: id });
  expect(read.data === data).toBe(true);
});
