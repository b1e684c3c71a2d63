import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, existsSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childGroups } from '../../../test/main/commands/child-groups.ts';
import type { PendingAction } from '../../../src/shared/previews/pending-action.ts';
import type { Permission } from '../../../src/shared/permissions/permission.ts';
import { optionsOf, takesOwnWords, takesSeveral } from '../../../src/shared/questions/question-kinds.ts';
import { messageOf } from '../../../src/shared/thrown-error.ts';
import type { ToolPart } from '../../../src/shared/transcript/transcript.ts';
import { undoneUnasked } from '../../../src/shared/transcript/turn-files.ts';
import { type AgentCase, type Places, writeFiles, writeSettings } from './agent-cases.ts';
import { ChatWindow } from './chat-window.ts';
import { keyAlone } from './key-alone.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { marked, resultOf, type StepResult } from './step-result.ts';
import { saveRecording } from './save-recording.ts';

/** A permission that waits, with the call that it is about. */
type Asked = { part: ToolPart; permission: Permission };

type TrialPlaces = Places & { data: string; root: string; wire: string | null };

/** The program that writes what passes between Parley and the agent. */
const recorder = join(import.meta.dirname, 'wire-recorder.ts');

const editedPlan = '# Plan\n\n1. EDITED BY THE PERSON\n';

/** Plays one real agent against a model on this machine, in a data folder, a home and a folder of its own. */
export class AgentTrial {
  readonly #case: AgentCase;
  readonly #places: TrialPlaces;
  readonly #model: ModelServer;
  readonly #env: Record<string, string>;
  readonly #start: { command: string; args: string[] };
  #window: ChatWindow;

  private constructor(
    agent: AgentCase,
    places: TrialPlaces,
    model: ModelServer,
    { env, start }: { env: Record<string, string>; start: { command: string; args: string[] } },
    window: ChatWindow,
  ) {
    this.#case = agent;
    this.#places = places;
    this.#model = model;
    this.#env = env;
    this.#start = start;
    this.#window = window;
  }

  /** Starts the app for an agent; where it is `recorded`, the step about Plan alone is played, and kept for tests. */
  static async begin(agent: AgentCase, modules: string, recorded: boolean): Promise<AgentTrial> {
    const model = await startModelServer();
    const root = mkdtempSync(join(tmpdir(), `parley-agent-${agent.id}-`));
    const [home = '', work = '', data = '', wire = ''] = ['home', 'work', 'data', 'wire'].map((name) =>
      join(root, name),
    );
    for (const folder of [home, work, data, wire]) mkdirSync(folder);
    writeFileSync(join(work, 'README.md'), '# Orchard\n\nA small app.\n');
    // Agents allow themselves more in a repository.
    execFileSync('git', ['init', '--quiet'], { cwd: work });
    const places = { home, work, data, root, model: model.url, wire: recorded ? wire : null };
    writeSettings(agent, places);
    const { file, args } = agent.command(modules);
    const started = recorded
      ? { command: process.execPath, args: [recorder, wire, file, ...args] }
      : { command: file, args };
    const server = { ...started, env: { ...agent.env(places), HOME: home } };
    writeFileSync(join(data, 'agents.json'), JSON.stringify({ agent_servers: { [agent.id]: server } }));
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, PARLEY_AGENT: `acp/${agent.id}` };
    const window = await ChatWindow.open(data, work, env);
    return new AgentTrial(agent, places, model, { env, start: started }, window);
  }

  /** Plays all steps, or `only` one; each begins a chat of its own, so that one that fails spoils no other. */
  async play(only?: string): Promise<StepResult[]> {
    const steps: [string, () => Promise<string | null>][] = [
      ['answers', () => this.#answers()],
      ['question', () => this.#question()],
      ['plan, edited', () => this.#plan()],
      ['plan mode kept', () => this.#planKept()],
      ['edit denied, because', () => this.#denied()],
      ['what it changed', () => this.#changed()],
      ['command', () => this.#command()],
      ['subagent', () => this.#subagent()],
      ['added folder', () => this.#folderAdded()],
      ['agent killed, question open', () => this.#killed()],
      ['restart, question open', () => this.#restarted()],
      ['stop', () => this.#stopped()],
      ['key alone, sign out', () => this.#keyAlone()],
      ['cloned repository', () => this.#cloned()],
    ];
    const results: StepResult[] = [];
    const played = this.#places.wire === null ? only : 'plan mode kept';
    const isPlayed = (step: string) => played === undefined || step === played;
    for (const [step, run] of steps.filter(([name]) => isPlayed(name))) {
      try {
        await this.#newChat();
        const note = await run();
        results.push({ step, result: resultOf(note), note: note ?? '' });
      } catch (error) {
        const note = messageOf(error);
        const seen = this.#window
          .calls()
          .map(
            ({ work, toolName, result }) =>
              `${work?.title ?? toolName}: ${result?.text.slice(0, 200) ?? 'open'}`,
          );
        results.push({
          step,
          result: 'no',
          note: [note, ...seen, this.#window.text().slice(-300)].join('\n  '),
        });
      }
    }
    return results;
  }

  async end(): Promise<void> {
    await this.#window.close();
    const { wire } = this.#places;
    if (wire !== null) saveRecording(this.#case, this.#places, wire, 'plan');
    await this.#model.close();
    rmSync(this.#places.root, { recursive: true, force: true, maxRetries: 5 });
  }

  async #newChat(): Promise<void> {
    await this.#window.close();
    this.#window = await ChatWindow.open(this.#places.data, this.#places.work, this.#env);
  }

  async #mode(mode: 'plan' | 'exec'): Promise<void> {
    await this.#window.client.workspace.setMode({ workspaceId: this.#window.id, mode });
  }

  async #answers(): Promise<string> {
    await this.#mode('exec');
    await this.#window.hello(this.#model, 'Hello from the model.');
    return `model ${this.#window.workspace?.agent.model || 'not said'}`;
  }

  async #question(): Promise<string | null> {
    const { ask } = this.#case;
    if (ask === null) return null;
    this.#model.say(ask, [{ text: 'Thank you.' }]);
    await this.#mode(this.#case.asksIn);
    await this.#window.send('Set up the store.');
    await this.#answerQuestion();
    await this.#window.until('an answer', () => this.#window.text().includes('Thank you.') || undefined);
    await this.#window.untilTurn('idle');
    return this.#heard('SQLite', 'keep WAL off', 'a11y');
  }

  /** Answers with a pick and a note, and where several can be chosen with two picks and words. */
  async #answerQuestion(): Promise<void> {
    const part = await this.#waitingQuestion();
    const questions = part.ask?.questions ?? [];
    const answers = questions.map((question) => {
      const { id: questionId } = question;
      const several = takesSeveral(question);
      const picks = optionsOf(question)
        .slice(0, several ? 2 : 1)
        .map(({ label }) => label);
      if (!takesOwnWords(question)) return { questionId, picks };
      return several ? { questionId, picks, custom: 'a11y' } : { questionId, picks, note: 'keep WAL off' };
    });
    const { client, id: workspaceId } = this.#window;
    const { toolCallId } = part;
    await this.#window.once(() =>
      client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers }),
    );
  }

  async #plan(): Promise<string | null> {
    const { plan } = this.#case;
    if (plan === null) return null;
    this.#model.say(...plan, [{ text: 'Implemented.' }], [{ text: 'Implemented.' }]);
    await this.#mode('plan');
    await this.#window.send('Plan it.');
    await this.#approve(editedPlan);
    await this.#window.until('an answer', () => this.#window.text().includes('Implemented.') || undefined);
    await this.#window.untilTurn('idle');
    return this.#heard('EDITED BY THE PERSON');
  }

  /** Approves the plan that waits, or waits for one. */
  async #approve(edited?: string): Promise<void> {
    const { action } = await this.#window.until('a plan', () => this.#waitingPlan());
    await this.#window.client.workspace.decidePreview({
      workspaceId: this.#window.id,
      actionId: action.id,
      fingerprint: action.fingerprint,
      decision: { type: 'approve-plan', start: 'here', notes: [], ...(edited !== undefined && { edited }) },
    });
  }

  /** Looks whether a chat that plans goes on doing so, and works once its plan is approved. */
  async #planKept(): Promise<string | null> {
    await this.#mode('plan');
    this.#model.say([{ text: 'I will look first.' }]);
    await this.#window.send('What is here?');
    await this.#answered('I will look first.', 'plan');
    if (this.#window.workspace?.agent.plans === false) return null;
    this.#model.say([this.#case.run('touch planned.txt')], [{ text: 'I did not.' }]);
    await this.#window.send('Make a file.');
    const asks = await this.#window.until('a card or an answer', () => {
      const part = this.#waiting();
      return part ?? (this.#window.text().includes('I did not.') ? null : undefined);
    });
    if (asks !== null) await this.#answer(asks, 'no');
    // The no of some agents ends the turn.
    await this.#answered('', 'plan');
    if (readdirSync(this.#places.work).includes('planned.txt')) throw new Error('A command ran in Plan.');
    const { plan } = this.#case;
    if (plan !== null) {
      this.#model.say(...plan, [{ text: 'Now I work.' }]);
      await this.#window.send('Plan it.');
      await this.#approve();
      await this.#answered('Now I work.', 'exec');
      this.#model.say([{ text: 'Still working.' }]);
      await this.#window.send('Go on.');
      await this.#answered('Still working.', 'exec');
    }
    return asks === null ? 'a command in Plan is refused' : 'a command in Plan asks';
  }

  /** Waits for the end of a turn with these words, and looks at the mode of the chat then. */
  async #answered(words: string, mode: 'plan' | 'exec'): Promise<void> {
    await this.#window.until('an answer', () => this.#window.text().includes(words) || undefined);
    await this.#window.untilTurn('idle');
    const now = this.#window.workspace?.mode;
    if (now !== mode) throw new Error(`The chat is in ${now}, not in ${mode}.`);
  }

  async #denied(): Promise<string> {
    const file = join(this.#places.work, 'new.md');
    this.#model.say([this.#case.write(file, 'x\n')], [{ text: 'Understood.' }], [{ text: 'Understood.' }]);
    await this.#mode('exec');
    await this.#window.send('Write the file.');
    const asked = await this.#permissionOr(file);
    if (asked === 'written') return marked;
    await this.#answer(asked, 'no', 'Use the database instead.');
    await this.#window.until('an answer', () => this.#window.text().includes('Understood.') || undefined);
    await this.#window.untilTurn('idle');
    if (existsSync(file)) throw new Error('The file was written all the same.');
    const heard = this.#heard('Use the database instead.');
    return `${heard}; card: ${asked.permission.subject.type}`;
  }

  /** Lets the agent write a file, and undoes the turn. */
  async #changed(): Promise<string> {
    const file = join(this.#places.work, 'changed.md');
    this.#model.say([this.#case.write(file, '\tone\n')], [{ text: 'Written.' }]);
    await this.#mode('exec');
    await this.#window.send('Write the file.');
    const asked = await this.#window.until(
      'a permission or an answer',
      () => this.#waiting() ?? (this.#window.text().includes('Written.') ? null : undefined),
    );
    if (asked !== null) await this.#answer(asked, 'once');
    await this.#window.until('an answer', () => this.#window.text().includes('Written.') || undefined);
    await this.#window.untilTurn('idle');
    const turn = this.#window.transcript.messages.findLast((message) => message.role === 'agent');
    if (turn?.role !== 'agent' || turn.changes?.files.length !== 1)
      throw new Error(`The turn lists ${JSON.stringify(turn?.role === 'agent' && turn.changes)}.`);
    const isOwn = undoneUnasked(turn.changes, false).includes('changed.md');
    const { client, id: workspaceId } = this.#window;
    await client.workspace.undoTurn({ workspaceId, messageId: turn.id, paths: ['changed.md'] });
    if (existsSync(file)) throw new Error('The file is still there.');
    return isOwn ? 'its own' : 'meanwhile';
  }

  async #command(): Promise<string> {
    this.#model.say([this.#case.run('touch made.txt && echo made it')], [{ text: 'Done.' }]);
    await this.#mode('exec');
    await this.#window.send('Make a file.');
    const asked = await this.#waitingPermission();
    const { part, permission } = asked;
    await this.#answer(asked, 'once');
    await this.#window.until('an answer', () => this.#window.text().includes('Done.') || undefined);
    await this.#window.untilTurn('idle');
    if (!readdirSync(this.#places.work).includes('made.txt')) throw new Error('Nothing was run.');
    rmSync(join(this.#places.work, 'made.txt'));
    const shown =
      this.#window.calls().find(({ toolCallId }) => toolCallId === part.toolCallId)?.result?.text ?? '';
    return `card: ${permission.subject.type}; output ${shown.includes('made it') ? 'shown' : 'not shown'}`;
  }

  /** What a subagent wants to do comes as a card that names it: one is allowed, and one is denied with a reason. */
  async #subagent(): Promise<string | null> {
    const says = this.#case.subagent;
    if (says === undefined) return null;
    await this.#mode('exec');
    const made = () => readdirSync(this.#places.work).includes('made.txt');
    this.#model.say(...says('touch made.txt'));
    await this.#window.send('Have it made.');
    const asked = await this.#waitingPermission();
    if (made()) throw new Error('A subagent acted unasked.');
    await this.#answer(asked, 'once');
    await this.#window.until(
      'the end of the subagent',
      () => this.#window.text().includes('All is done.') || undefined,
    );
    await this.#window.untilTurn('idle');
    if (!made()) throw new Error('Nothing was run.');
    rmSync(join(this.#places.work, 'made.txt'));
    this.#model.say(...says('touch made.txt'), [{ text: 'All is done.' }]);
    await this.#window.send('Once more.');
    await this.#answer(await this.#waitingPermission(), 'no', 'Use the database instead.');
    await this.#window.untilTurn('idle');
    if (made()) throw new Error('It was run all the same.');
    const name = asked.part.work?.subagent ?? 'not named';
    return `${name}; ${this.#heard('Use the database instead.')}`;
  }

  /** A folder that the person adds is in what the agent tells its model, and goes as it is removed. */
  async #folderAdded(): Promise<string | null> {
    await this.#mode('exec');
    await this.#window.hello(this.#model, 'Hello.');
    const { client, id: workspaceId } = this.#window;
    if (this.#window.workspace?.agent.folders === undefined) return null;
    const folder = join(this.#places.root, 'orchard-docs');
    mkdirSync(folder, { recursive: true });
    await client.workspace.addAgentFolder({ workspaceId, folder });
    await this.#window.hello(this.#model, 'Hello there.');
    const isTold = this.#model.asked().includes(folder);
    const isNew = this.#window.calls().some(({ work }) => work?.title.includes('new session'));
    await client.workspace.removeAgentFolder({ workspaceId, folder });
    await this.#window.hello(this.#model, 'Hello again.');
    return `model ${isTold ? 'told' : 'not told'} of it; ${isNew ? 'new session' : 'same session'}`;
  }

  async #killed(): Promise<string | null> {
    const { ask } = this.#case;
    if (ask === null) return null;
    this.#model.say(ask);
    await this.#mode(this.#case.asksIn);
    await this.#window.send('Set up the store.');
    await this.#waitingQuestion();
    for (const pid of childGroups(process.pid)) process.kill(-pid, 'SIGKILL');
    this.#model.say([{ text: 'Going on.' }]);
    await this.#answerQuestion();
    await this.#window.until('an answer', () => this.#window.text().includes('Going on.') || undefined);
    await this.#window.untilTurn('idle');
    return this.#heard('SQLite');
  }

  async #restarted(): Promise<string | null> {
    const { ask } = this.#case;
    if (ask === null) return null;
    this.#model.say(ask);
    await this.#mode(this.#case.asksIn);
    await this.#window.send('Set up the store.');
    await this.#waitingQuestion();
    const { id } = this.#window;
    await this.#window.close();
    this.#model.say([{ text: 'Going on.' }]);
    this.#window = await ChatWindow.open(this.#places.data, this.#places.work, this.#env, id);
    await this.#answerQuestion();
    await this.#window.until('an answer', () => this.#window.text().includes('Going on.') || undefined);
    await this.#window.untilTurn('idle');
    const isNew = this.#window.calls().some(({ work }) => work?.title.includes('new session'));
    return `${this.#heard('SQLite')}; ${isNew ? 'new session' : 'same session'}`;
  }

  async #stopped(): Promise<string> {
    this.#model.say([this.#case.run('touch stopped.txt')], [{ text: 'After the stop.' }]);
    await this.#mode('exec');
    await this.#window.send('Make a file.');
    await this.#waitingPermission();
    await this.#window.client.workspace.stop({ workspaceId: this.#window.id });
    await this.#window.untilTurn('interrupted');
    if (readdirSync(this.#places.work).includes('stopped.txt')) throw new Error('It was run all the same.');
    return '';
  }

  #keyAlone(): Promise<string | null> {
    return keyAlone({
      agent: this.#case,
      places: this.#places,
      model: this.#model,
      env: this.#env,
      start: this.#start,
    });
  }

  #waitingQuestion(): Promise<Extract<ToolPart, { kind: 'question' | 'command' }>> {
    return this.#window.until('a question', () => {
      for (const part of this.#window.calls())
        if ((part.kind === 'question' || part.kind === 'command') && part.ask?.settlement === null)
          return part;
      return undefined;
    });
  }

  #waitingPermission(): Promise<Asked> {
    return this.#window.until('a permission', () => this.#waiting());
  }

  /** The permission that waits; undefined where none does. */
  #waiting(): Asked | undefined {
    for (const part of this.#window.calls())
      if (part.permission?.settlement === null) return { part, permission: part.permission };
    return undefined;
  }

  /** Answers by the agent's own choice of a meaning. */
  async #answer({ part, permission }: Asked, meaning: 'once' | 'no', reason?: string): Promise<void> {
    const choice = permission.choices.find((one) => one.meaning === meaning);
    await this.#window.client.workspace.answerPermission({
      workspaceId: this.#window.id,
      toolCallId: part.toolCallId,
      permissionId: permission.id,
      answer: { choiceId: choice?.id ?? meaning, ...(reason !== undefined && { reason }) },
    });
  }

  /** Waits until a permission is asked for, or the file is there. Throws where that was written by an agent without a mark. */
  async #permissionOr(file: string): Promise<Asked | 'written'> {
    const found = await this.#window.until(
      'a permission',
      () => this.#waiting() ?? (existsSync(file) ? ('written' as const) : undefined),
    );
    if (found !== 'written') return found;
    await this.#window.untilTurn('idle');
    rmSync(file);
    if (this.#window.workspace?.agent.byItself !== true)
      throw new Error('The file was written unasked, and nothing says that the agent decides by itself.');
    return found;
  }

  /** A repository that runs something by being opened: nothing before the yes, nothing anew after a change. */
  async #cloned(): Promise<string> {
    const { root, data } = this.#places;
    const [cloned, mark] = [join(root, 'cloned'), join(root, 'mark')];
    mkdirSync(cloned);
    execFileSync('git', ['init', '--quiet'], { cwd: cloned });
    const plant = (path: string) =>
      writeFiles(
        Object.fromEntries(
          Object.entries(this.#case.planted(path)).map(([file, text]) => [join(cloned, file), text]),
        ),
      );
    plant(mark);
    await this.#window.close();
    this.#window = await ChatWindow.open(data, cloned, this.#env);
    const { client, id: workspaceId } = this.#window;
    const refused = async (what: string, path: string) => {
      await this.#window.untilTurn('failed');
      if (existsSync(path)) throw new Error(`Something ran before the yes, ${what}.`);
      const { state } = await client.workspace.readTrust({ workspaceId });
      if (state !== 'asks') throw new Error(`Nothing is asked, ${what}.`);
    };
    this.#model.say([{ text: 'Hello.' }], [{ text: 'Hello.' }]);
    await this.#window.send('Say hello.');
    await refused('at first', mark);
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint, trusted: true });
    await this.#window.resume();
    await this.#window.until('words', () => this.#window.text().includes('Hello.') || undefined);
    await this.#window.untilTurn('idle');
    if (existsSync(mark) !== this.#case.runsPlanted)
      throw new Error(this.#case.runsPlanted ? 'What was planted does not run at all.' : 'It runs.');
    const other = join(root, 'other-mark');
    plant(other);
    await this.#window.send('Say it again.');
    await refused('after a change', other);
    return this.#case.runsPlanted ? 'ran after the yes alone' : 'asked for, and not run by the agent itself';
  }

  #waitingPlan(): { action: PendingAction } | undefined {
    for (const part of this.#window.calls())
      if (part.kind === 'preview' && part.action?.state.type === 'open') return { action: part.action };
    return undefined;
  }

  /** Says what of the person's words the model was given. */
  #heard(...words: readonly string[]): string {
    const asked = this.#model.asked();
    const missing = words.filter((word) => !asked.includes(word));
    if (missing.length === words.length) throw new Error(`The model did not get ${missing.join(', ')}.`);
    return missing.length === 0 ? 'model heard all' : `model did not hear ${missing.join(', ')}`;
  }
}
