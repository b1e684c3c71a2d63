import type { DatabaseSync } from 'node:sqlite';

type Chat = { id: string; name: string; folder: string };

type Decision = {
  asker: string;
  /** Days before today, and the time of that day. */
  day: number;
  time: readonly [hours: number, minutes: number];
} & (
  | { kind: 'ask'; record: object }
  | { kind: 'preview'; record: { label: string; ending: object; files: object[] } }
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
  type,
  decidedBy: 'user',
  agentReason: null,
  userWords,
  at: 0,
  ...(type === 'applied' && { undone: false }),
});

const decisions: readonly Decision[] = [
  {
    kind: 'preview',
    asker: 'anthropic/claude-sonnet-4-5',
    day: 4,
    time: [9, 3],
    record: {
      label: 'New quoting rules for every value',
      ending: decided('discarded', 'Too large for one step'),
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
      ending: decided('applied', null),
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
      ending: decided('applied', null),
      files: [
        { path: 'src/tokenize.ts', change: 'changed' },
        { path: 'test/comments.test.ts', change: 'created' },
      ],
    },
  },
];

/** Writes what was decided in a chat earlier into the record of decisions, oldest first. */
export function saveDecisions(database: DatabaseSync, { id, name, folder }: Chat): void {
  const insert = database.prepare(
    `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { kind, asker, day, time, record }] of decisions.entries()) {
    const at = new Date();
    at.setDate(at.getDate() - day);
    at.setHours(...time, 0, 0);
    const settled = at.getTime();
    const told = 'ending' in record ? { ...record, ending: { ...record.ending, at: settled } } : record;
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
