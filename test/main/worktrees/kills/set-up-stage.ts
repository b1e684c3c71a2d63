import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../../src/shared/ids.ts';
import type { Transcript } from '../../../../src/shared/transcript/transcript.ts';
import { answerPermission } from '../../permissions/permission-chat.ts';
import { toolParts, untilWorkspace, watchChat } from '../../test-app.ts';
import { differences, type Found, KillStage, until } from './kill-stage.ts';

/** Notes each of its runs, and ends the process where that is due, once. */
const setUp = (folder: string) => `
echo $$ >> '${folder}/runs'
when=$(cat '${folder}/end-when' 2>/dev/null)
rm -f '${folder}/end-when'
case "$when" in
  begun-and-*) kill -9 "$(cat '${folder}/life')" ;;
esac
[ "$when" = begun-and-stays ] && exec sleep 600
echo ready > made.txt
[ "$when" = ended ] && kill -9 "$(cat '${folder}/life')"
exit 0
`;

/** Its worktree is set up by a command, which the person allows each time that it is asked for. */
export class SetUpStage extends KillStage {
  protected async prepare(client: ParleyClient): Promise<void> {
    writeFileSync(join(this.folder, 'set-up.sh'), setUp(this.folder));
    const line = `sh '${join(this.folder, 'set-up.sh')}'`;
    await client.app.saveSettings({ setupLines: [{ folder: this.origin, line }] });
  }

  /** The command ran to its end once, or is seen as cut off; it never ran without a yes, and none is left. */
  protected async look(client: ParleyClient): Promise<Found> {
    const workspaceId = this.chat;
    const first = await rested(client, workspaceId);
    const found = `${first.worktree?.state}, ${first.waiting > 0 ? 'waiting' : first.turn.status}`;
    const before = await runsIn(client, workspaceId);
    const unasked = this.#pids().length > before.allowed ? ['ran unasked after the start'] : [];
    await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Retry failed uploads' });
    const tree = await this.#goOn(client);
    const { all, allowed, cutOff } = await runsIn(client, workspaceId);
    const began = this.#pids();
    await until(() => !began.some(isAlive));
    return {
      found,
      wrong: [
        ...unasked,
        ...(began.length > allowed ? [`${began.length} runs, ${allowed} allowed`] : []),
        ...(began.length > cutOff + 1 ? [`${began.length} runs, ${cutOff} seen as cut off`] : []),
        ...(all !== cutOff + 1 ? [`${all} calls, ${cutOff} of them cut off`] : []),
        ...(began.some(isAlive) ? ['a command is left'] : []),
        ...differences(tree, { 'made.txt': 'ready\n', 'a.txt': 'mine\n', 'new.txt': 'new\n' }),
      ],
    };
  }

  /** Allows and resumes until the chat is done; resolves to its folder. */
  async #goOn(client: ParleyClient): Promise<string> {
    const workspaceId = this.chat;
    const chat = await watchChat(client, workspaceId);
    const answered = new Set<string>();
    const waits = (now: Transcript) =>
      toolParts(now).find(
        ({ permission, toolCallId }) => permission?.settlement === null && !answered.has(toolCallId),
      )?.toolCallId;
    for (;;) {
      const { turn, waiting, folder } = await rested(client, workspaceId);
      if (waiting > 0) {
        const call = waits(await chat.until((now) => waits(now) !== undefined)) ?? '';
        await answerPermission({ client, chat, workspaceId }, call, { choiceId: 'once' });
        answered.add(call);
      } else if (turn.status === 'idle') return folder;
      else await client.workspace.resume({ workspaceId });
    }
  }

  /** The processes of the command, in the order of their begins. */
  #pids(): number[] {
    const path = join(this.folder, 'runs');
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').map(Number) : [];
  }
}

const rested = (client: ParleyClient, id: WorkspaceId) =>
  untilWorkspace(client, id, ({ turn, waiting }) => turn.status !== 'working' || waiting > 0);

/** How often the command was called, how many of these were allowed, and how many are seen as cut off. */
async function runsIn(client: ParleyClient, workspaceId: WorkspaceId) {
  const { state } = await client.workspace.readEnd({ workspaceId });
  const calls = toolParts(state.transcript).filter(({ kind }) => kind === 'run');
  const isAllowed = ({ permission }: (typeof calls)[number]) =>
    permission?.settlement?.outcome.type === 'allowed';
  const isCutOff = ({ run }: (typeof calls)[number]) => run?.ending?.type === 'cut-off';
  return {
    all: calls.length,
    allowed: calls.filter(isAllowed).length,
    cutOff: calls.filter(isCutOff).length,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
