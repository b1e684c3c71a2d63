import type { AskedToAct, OpenCodeLikeServer } from './opencode-like-server.ts';

/** What scenes are played with; `told` is a prompt. */
type Stage<Told> = {
  server: OpenCodeLikeServer;
  say: (told: Told, text: string) => Promise<unknown>;
  update: (told: Told, what: Record<string, unknown>) => Promise<unknown>;
  /** Resolves once the test says so. */
  untilTold: () => Promise<void>;
};

/** What a subagent asks, with the input of its call; `first` is what happens before. */
type Act = { asked: AskedToAct; input: Record<string, unknown>; first?: () => Promise<void> };

const child = 'ses_child';

/** The subagent works on until it is stopped. */
const forEver = new Promise(() => {});

let count = 0;

/** A request of a subagent, in the form in which OpenCode 1.18.33 lists it. */
function act(permission: string, more: Partial<AskedToAct>, input: Record<string, unknown>): Act {
  count += 1;
  const asked = {
    id: `per_${count}`,
    sessionID: child,
    permission,
    patterns: [],
    metadata: {},
    always: ['*'],
    tool: { messageID: 'msg_child', callID: `call_c${count}` },
    ...more,
  };
  return { asked, input };
}

function touch(file = 'made.txt'): Act {
  const command = `touch ${file}`;
  const more = { patterns: [command], metadata: { command }, always: ['touch *'] };
  return act('bash', more, { command, description: 'Makes a file' });
}

function edit(): Act {
  const patch = '@@ -1,1 +1,1 @@\n-A small app.\n+A tiny app.\n';
  const diff = `Index: README.md\n${'='.repeat(67)}\n--- README.md\n+++ README.md\n${patch}`;
  const filePath = 'README.md';
  const more = { patterns: [filePath], metadata: { filepath: filePath, diff } };
  return act('edit', more, { filePath, oldString: 'A small app.', newString: 'A tiny app.' });
}

function fetchPage(): Act {
  const url = 'http://127.0.0.1:1/x';
  return act('webfetch', { patterns: [url], metadata: { url, format: 'text' } }, { url, format: 'text' });
}

function outside(): Act {
  const more = {
    patterns: ['/srv/*'],
    metadata: { filepath: '/srv', parentDir: '/srv' },
    always: ['/srv/*'],
  };
  return act('external_directory', more, { command: 'ls /srv' });
}

/** Returns what plays a subagent from its beginning; it ends with its last call, or with `end`. */
function subagentPlayer<Told extends { cancelled: AbortSignal }>({ server, say, update }: Stage<Told>) {
  const task = { toolCallId: 'call_task', title: 'Make the file', kind: 'think' };
  const tell = (part: Record<string, unknown>) =>
    server.emit('message.part.updated', { part: { type: 'tool', ...part } });

  /** Asks, has the call end as it was replied, and says the reply. */
  const playOne = async (told: Told, { asked, input, first }: Act) => {
    await first?.();
    const reply = await server.askToAct(asked, input);
    const end =
      reply.reply === 'reject'
        ? { status: 'error', error: 'Refused.' }
        : { status: 'completed', output: 'Done.' };
    tell({ tool: asked.permission, callID: asked.tool.callID, sessionID: child, state: { input, ...end } });
    await say(told, `Replied: ${JSON.stringify(reply)} `);
  };

  return (acts: () => Act[], end?: () => Promise<unknown>) => async (told: Told) => {
    const rawInput = { description: 'Make the file', prompt: 'Make it.', subagent_type: 'general' };
    await update(told, { sessionUpdate: 'tool_call', ...task, status: 'in_progress', rawInput });
    const state = { status: 'running', metadata: { sessionId: child } };
    tell({ tool: 'task', callID: task.toolCallId, sessionID: 'ses_own', state });
    const stopped = new Promise((resolve) =>
      told.cancelled.addEventListener('abort', resolve, { once: true }),
    );
    const all = Promise.all(acts().map((one) => playOne(told, one)));
    await Promise.race([end?.() ?? all, stopped]);
    await update(told, { sessionUpdate: 'tool_call_update', ...task, status: 'completed' });
  };
}

/** The scenes of an OpenCode whose subagent `general` acts: what that does comes over no protocol. */
export function subagentScenes<Told extends { cancelled: AbortSignal }>(
  stage: Stage<Told>,
): Record<string, (told: Told) => Promise<unknown>> {
  const { server, untilTold } = stage;
  const play = subagentPlayer(stage);
  return {
    'have a subagent act': play(() => [touch()]),
    'have a subagent edit': play(() => [edit()]),
    'have a subagent fetch': play(() => [fetchPage()]),
    'have a subagent go outside': play(() => [outside()]),
    'have a subagent act, told twice': play(() => {
      const one = touch();
      setImmediate(() => server.emit('permission.asked', one.asked));
      return [one];
    }),
    'have a subagent act while nobody listens': async (told) => {
      server.drop();
      await play(() => [touch()])(told);
    },
    'have a subagent fetch, and act while nobody listens': play(() => {
      const first = async () => {
        await untilTold();
        server.drop();
      };
      return [fetchPage(), { ...touch(), first }];
    }),
    'have a subagent act, given up': play(
      () => [touch()],
      async () => {
        await untilTold();
        server.restChild();
        await forEver;
      },
    ),
    'have a subagent act, replied to elsewhere': play(
      () => [touch()],
      async () => {
        await untilTold();
        server.replyTo(`per_${count}`, { reply: 'once' });
        await forEver;
      },
    ),
    'have many subagents act': play(() => Array.from({ length: 30 }, (_, index) => touch(`${index}.txt`))),
    'have a hostile subagent act': play(() => {
      server.emit('permission.asked', { id: 7, sessionID: child });
      server.emit('permission.asked', { id: 'x'.repeat(500), sessionID: child, permission: 'bash' });
      server.emit('permission.asked', { ...touch().asked, sessionID: 'ses_other' });
      void server.askToAct({ ...touch().asked, id: 'per_bad', permission: '' }, {});
      return [touch()];
    }),
  };
}
