import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from '../../test/main/storage/prepared-database.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../src/shared/ids.ts';
import { changedHunks } from '../../src/shared/previews/text-diff.ts';

type Place = { dataDir: string; workspaceDir: string };

type ListedChat = {
  name: string;
  folder: string;
  /** Time since anything happened in it, in minutes. */
  ago: number;
  pinned?: boolean;
  unread?: boolean;
  turn?: object;
};

/** The chat that the pictures are of. */
export const openChat = 'Comments in config files';

/** The chat in which the agent works. */
export const busyChat = 'Faster tokenizer';

/** The chat in which another agent wants a change reviewed. */
const routerChat = 'Move to the new router';

const hour = 60;
const day = 24 * hour;

const failed = {
  status: 'failed',
  problem: {
    what: 'Claude could not be reached.',
    kept: 'Everything said so far is kept.',
    todo: 'Check that you are online.',
    topic: 'connection',
    remedies: [{ type: 'resume', verb: 'retry' }],
  },
};

const chats: readonly ListedChat[] = [
  { name: openChat, folder: 'tiny-parser', ago: 3 },
  { name: busyChat, folder: 'tiny-parser', ago: 4 },
  { name: 'Write the README', folder: 'tiny-parser', ago: 2 * hour },
  { name: 'Why does line 40 fail', folder: 'tiny-parser', ago: 3 * hour, turn: failed },
  { name: 'Node 24 in the build', folder: 'tiny-parser', ago: 4 * day },
  { name: 'Release checklist', folder: 'tiny-parser', ago: 5 * day, pinned: true },
  { name: 'Health endpoint', folder: 'harbor-api', ago: hour, unread: true },
  { name: 'Rate limits for guests', folder: 'harbor-api', ago: 6 * day },
  { name: 'Split the config loader', folder: 'harbor-api', ago: 16 * day },
  { name: 'Retry failed uploads', folder: 'harbor-api', ago: 24 },
  { name: routerChat, folder: 'site', ago: 7 },
  { name: 'Fonts of the front page', folder: 'site', ago: 20 * day },
  { name: 'One shell for all machines', folder: 'dotfiles', ago: 30 * day },
];

type WaitingChats = {
  /** A question waits in the chat that the pictures are of. */
  here?: boolean;
  /** Codex wants a change reviewed; true unless given. */
  review?: boolean;
};

/** Saves the chats of the list, with what waits and was decided in them, before Parley first starts on the folder. */
export function saveChats(
  { dataDir, workspaceDir }: Place,
  { here = false, review = true }: WaitingChats = {},
): void {
  const now = Date.now();
  const folderOf = (name: string) => join(workspaceDir, '..', name);
  for (const { folder } of chats) mkdirSync(folderOf(folder), { recursive: true });
  const stores = storesIn(dataDir);
  for (const chat of chats.filter(({ name }) => review || name !== routerChat)) {
    const [id, at] = [idOf(chat.name), now - chat.ago * 60_000];
    stores.workspaces.add({
      id,
      name: chat.name,
      folder: folderOf(chat.folder),
      mode: 'plan',
      agent: 'anthropic/claude-sonnet-4-5',
      dialect: null,
      at,
    });
    stores.workspaces.setPinned(id, chat.pinned === true);
    stores.workspaces.setUnread(id, chat.unread === true);
  }
  stores.settings.save({ foldedFolders: [folderOf('site'), folderOf('dotfiles')] });
  askFromOutside(stores, 'Retry failed uploads', now - 24 * 60_000);
  if (here) askFromOutside(stores, openChat, now - 2 * 60_000);
  stores.close();
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  for (const { name, turn } of chats)
    if (turn !== undefined)
      database.prepare('UPDATE workspaces SET turn = ? WHERE id = ?').run(JSON.stringify(turn), idOf(name));
  saveEarlierTalk(database, now - 3 * 60_000);
  for (const index of review ? [0, 1] : []) stageFromOutside(database, index, now - 7 * 60_000);
  saveDecisions(database, { id: idOf(openChat), name: openChat, folder: workspaceDir });
  database.close();
}

function idOf(name: string) {
  return workspaceIdSchema.parse(name.toLowerCase().replaceAll(' ', '-'));
}

function askFromOutside({ outside }: ReturnType<typeof storesIn>, name: string, at: number): void {
  outside.open({
    workspaceId: idOf(name),
    toolCallId: toolCallIdSchema.parse(`ask-${name}`),
    asker: 'Claude Code',
    tool: 'ask_user_question',
    toolName: 'ask_user_question',
    kind: 'question',
    folder: null,
    questions: [
      {
        id: '1',
        prompt: 'Should the branch be pushed?',
        kind: 'choice',
        multiple: false,
        options: [{ label: 'Push it' }, { label: 'Not yet' }],
      },
    ],
    key: null,
    dedupeKey: name,
    at,
  });
}

/** Saves an earlier message and its answer, which has taken a part of the context. */
function saveEarlierTalk(database: DatabaseSync, at: number): void {
  const message = database.prepare(
    `INSERT INTO messages (workspace_id, role, sender_key, complete_steps, created_at, input_tokens)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const part = database.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, 0, 0, 'text', ?)`,
  );
  const chat = idOf(openChat);
  part.run(
    numberOf(message.get(chat, 'user', 'earlier', 0, at, 0)),
    'What happens with a line that is wrong?',
  );
  part.run(
    numberOf(message.get(chat, 'agent', null, 1, at, 60_000)),
    'It throws `ParseError` with the line’s number, from `src/parse.ts`. The tests cover a line without an equals sign, but not one that has nothing before it.',
  );
}

/** A change of three files that another agent wants reviewed. */
function stageFromOutside(database: DatabaseSync, index: number, at: number): void {
  const [chat, call] = [idOf(routerChat), `router-${index}`];
  const message = numberOf(
    database
      .prepare(
        `INSERT INTO messages (workspace_id, role, outside, complete_steps, created_at)
         VALUES (?, 'agent', 1, 1, ?) RETURNING id`,
      )
      .get(chat, at + index),
  );
  database
    .prepare(
      `INSERT INTO parts (message_id, position, step, type, kind, tool_call_id, tool_name, input, result)
       VALUES (?, 0, 0, 'tool', 'preview', ?, 'edit_file', '{}', '{"ok":true,"text":"Preview"}')`,
    )
    .run(message, call);
  const files = ['routes', 'links', 'router'].map((name) => ({
    path: `src/${name}.ts`,
    before: `export const ${name} = 'old';\n`,
    after: `export const ${name} = 'new';\n`,
  }));
  const shown = {
    id: call,
    label: 'src/routes.ts, src/links.ts, src/router.ts',
    sourceToolName: 'edit_file',
    asker: 'Codex',
    fingerprint: call,
    preview: {
      type: 'edit',
      files: files.map(({ path, before, after }) => ({
        path,
        change: 'changed',
        hunks: changedHunks(before, after),
      })),
    },
    openedAt: at + index,
    state: { type: 'open', request: null, failure: null, left: true },
  };
  const progress = { step: 0, calls: [call], result: null, forcesLeft: 0, forced: 3, forcedAt: null };
  database
    .prepare(
      `INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
       VALUES (?, ?, ?, ?, 1, ?, ?, ?)`,
    )
    .run(
      chat,
      call,
      message,
      call,
      JSON.stringify({ type: 'edit', files }),
      JSON.stringify(shown),
      JSON.stringify(progress),
    );
}

function numberOf(row: Record<string, unknown> | undefined): number {
  return Number(row?.['id']);
}

type Chat = { id: string; name: string; folder: string };

type Decision = {
  asker: string;
  /** Days before today, and the time of that day. */
  day: number;
  time: readonly [hours: number, minutes: number];
} & (
  | { kind: 'ask'; record: object }
  | {
      kind: 'preview';
      record: { label: string; settlement: { outcome: object; at: number }; files: object[] };
    }
);

const question = (prompt: string, ...labels: string[]) => ({
  id: '1',
  prompt,
  kind: 'choice',
  multiple: labels.length > 2,
  options: labels.map((label) => ({ label })),
});

const picked = (prompt: string, picks: string[], origin: string, where = 'card') => ({
  questions: [question(prompt, ...picks, 'Something else')],
  outcome: {
    type: 'answered',
    replies: [{ status: 'answered', questionId: '1', picks, origin }],
    timedOut: origin === 'auto',
  },
  where,
});

const decided = (type: string, userWords: string | null) => ({
  outcome: {
    type,
    decidedBy: 'user',
    agentReason: null,
    userWords,
    ...(type === 'applied' && { undone: false }),
  },
  at: 0,
});

const decisions: readonly Decision[] = [
  {
    kind: 'preview',
    asker: 'anthropic/claude-sonnet-4-5',
    day: 4,
    time: [9, 3],
    record: {
      label: 'New quoting rules for every value',
      settlement: decided('discarded', 'Too large for one step'),
      files: [],
    },
  },
  {
    kind: 'ask',
    asker: 'Gemini',
    day: 4,
    time: [9, 12],
    record: picked('Which levels may an open quote be reported at?', ['Error', 'Warning'], 'auto', 'timeout'),
  },
  {
    kind: 'ask',
    asker: 'Claude Code',
    day: 4,
    time: [16, 20],
    record: {
      ...picked('Should a single quote end a double-quoted value?', [], 'typed'),
      outcome: {
        type: 'answered',
        replies: [
          {
            status: 'answered',
            questionId: '1',
            picks: [],
            custom: 'Neither. Follow what Git does in its config.',
            origin: 'typed',
          },
        ],
        timedOut: false,
      },
    },
  },
  {
    kind: 'ask',
    asker: 'Claude',
    day: 0,
    time: [0, 1],
    record: picked('What should # mean inside a quoted value?', ['Part of the value'], 'picked'),
  },
  {
    kind: 'preview',
    asker: 'anthropic/claude-sonnet-4-5',
    day: 0,
    time: [0, 2],
    record: {
      label: 'Comments in config files. Double-quoted values keep their #.',
      settlement: decided('applied', null),
      files: [],
    },
  },
  {
    kind: 'preview',
    asker: 'anthropic/claude-sonnet-4-5',
    day: 0,
    time: [0, 3],
    record: {
      label: 'Keep # inside quotes',
      settlement: decided('applied', null),
      files: [
        { path: 'src/tokenize.ts', change: 'changed' },
        { path: 'test/comments.test.ts', change: 'created' },
      ],
    },
  },
];

/** Adds earlier decisions of a chat to the record, oldest first. */
function saveDecisions(database: DatabaseSync, { id, name, folder }: Chat): void {
  const insert = database.prepare(
    `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { kind, asker, day, time, record }] of decisions.entries()) {
    const at = new Date();
    at.setDate(at.getDate() - day);
    at.setHours(...time, 0, 0);
    const settled = at.getTime();
    const told =
      'settlement' in record ? { ...record, settlement: { ...record.settlement, at: settled } } : record;
    const tool =
      kind === 'ask'
        ? 'ask_user_question'
        : 'files' in record && record.files.length > 0
          ? 'edit_file'
          : 'propose_plan';
    insert.run(
      id,
      `decided-${index}`,
      name,
      folder,
      kind,
      asker,
      tool,
      settled - 60_000,
      settled,
      JSON.stringify(told),
    );
  }
}
