import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Environment } from '../../../commands/command-environment.ts';
import { HostedFailure } from '../failure.ts';
import { OpenCodeDoor, serverUser } from './opencode-client.ts';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { HostedProgram } from '../programs/presets.ts';
import { HostedSession } from '../session/session.ts';
import type { StartParts } from '../session/start-session.ts';

/**
 * OpenCode allows everything unless its configuration says otherwise (seen in 1.18.33). This asks for all but reading in
 * the folder and asking; it goes after every file of configuration, key by key, but before what one says of an agent.
 * What a file allows by a pattern of its own (`"bas?": "allow"`) counts, so a folder's file is shown before it is used.
 */
const permission = {
  '*': 'ask',
  read: { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask', '*.env.example': 'allow' },
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  lsp: 'allow',
  todowrite: 'allow',
  question: 'allow',
  skill: 'allow',
  task: 'allow',
};

/** Its plan mode denies edits only as long as nothing else is said of them. */
const planning = { agent: { plan: { permission: { edit: 'deny' } } } };

/** Returns the variables by which OpenCode asks; configuration that the person gives it by one of them is left. */
export function openCodeAsking(own: Environment): Record<string, string> {
  const content = own['OPENCODE_CONFIG_CONTENT'] ?? JSON.stringify(planning);
  return { OPENCODE_PERMISSION: JSON.stringify(permission), OPENCODE_CONFIG_CONTENT: content };
}

/**
 * Starts OpenCode so that its own tool for questions is there and its server, which it runs in any case, listens where
 * Parley knows, to Parley alone. Where that server does not open, as in an older version, OpenCode is started again
 * without all that, and is lent the tool for questions. Throws HostedFailure.
 */
export async function startOpenCode(parts: StartParts): Promise<HostedSession> {
  const { program, onLine } = parts;
  const without = (why: string): Promise<HostedSession> => {
    onLine(`OpenCode’s own questions can’t be heard: ${why}`);
    return HostedSession.start(parts);
  };
  if (program.launch.args.some((arg) => /^--(port|hostname|mdns)\b/.test(arg)))
    return without('its server was given a place by hand');
  const place = { port: await freePort(), password: randomBytes(32).toString('base64url') };
  let started: AgentProcess | undefined;
  let session: HostedSession;
  try {
    session = await HostedSession.start({
      ...parts,
      program: withDoor(program, place),
      onProcess: (process) => {
        started = process;
        parts.onProcess(process);
      },
    });
  } catch (error) {
    if (!(error instanceof HostedFailure) || started?.hasExited !== true) throw error;
    return without('it ended at once');
  }
  const { process } = session;
  const door = new OpenCodeDoor({
    ...parts,
    ...place,
    folder: program.launch.cwd,
    sessionId: () => session.sessionId,
    onLost: () => {
      process.note('Its server for questions does not answer any more, so it was ended.');
      void process.end();
    },
  });
  void process.exited.then(() => door.close());
  const problem = await door.problem();
  if (problem === undefined) {
    void door.listen();
    return session;
  }
  door.close();
  await session.end();
  return without(problem);
}

function withDoor(program: HostedProgram, { port, password }: { port: number; password: string }) {
  const { launch, lends } = program;
  const env = {
    ...launch.env,
    OPENCODE_ENABLE_QUESTION_TOOL: '1',
    OPENCODE_SERVER_USERNAME: serverUser,
    OPENCODE_SERVER_PASSWORD: password,
  };
  // Two words each: what is written in one does not go before the person's own settings.
  const args = [...launch.args, '--port', String(port), '--hostname', '127.0.0.1'];
  return { ...program, launch: { ...launch, args, env }, lends: lends.filter((tool) => tool !== 'ask') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
