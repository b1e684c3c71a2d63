import { mkdirSync, mkdtempSync, existsSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childGroups } from '../../../src/main/testing/child-groups.ts';
import type { PendingAction } from '../../../src/shared/previews/pending-action.ts';
import type { Permission } from '../../../src/shared/permissions/permission.ts';
import { messageOf } from '../../../src/shared/thrown-error.ts';
import type { ToolPart } from '../../../src/shared/transcript/transcript.ts';
import { type AgentCase, type Places, writeSettings } from './agent-cases.ts';
import { ChatWindow } from './chat-window.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

/** The result of one step: it works, it does not, or the agent can't do it. */
export type StepResult = { step: string; result: 'yes' | 'no' | 'agent can’t'; note: string };

const editedPlan = '# Plan\n\n1. EDITED BY THE PERSON\n';

/** Plays one real agent against a model on this machine, in a data folder, a home and a folder of its own. */
export class AgentTrial {
  readonly #case: AgentCase;
  readonly #places: Places & { data: string; root: string };
  readonly #model: ModelServer;
  readonly #env: Record<string, string>;
  #window: ChatWindow;

  private constructor(
    agent: AgentCase,
    places: Places & { data: string; root: string },
    model: ModelServer,
    env: Record<string, string>,
    window: ChatWindow,
  ) {
    this.#case = agent;
    this.#places = places;
    this.#model = model;
    this.#env = env;
    this.#window = window;
  }

  static async begin(agent: AgentCase, modules: string): Promise<AgentTrial> {
    const model = await startModelServer();
    const root = mkdtempSync(join(tmpdir(), `parley-agent-${agent.id}-`));
    const [home, work, data] = [join(root, 'home'), join(root, 'work'), join(root, 'data')];
    for (const folder of [home, work, data]) mkdirSync(folder);
    writeFileSync(join(work, 'README.md'), '# Orchard\n\nA small app.\n');
    const places = { home, work, data, root, model: model.url };
    writeSettings(agent, places);
    const { file, args } = agent.command(modules);
    const server = { command: file, args, env: { ...agent.env(places), HOME: home } };
    writeFileSync(join(data, 'agents.json'), JSON.stringify({ agent_servers: { [agent.id]: server } }));
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, PARLEY_AGENT: `acp/${agent.id}` };
    const window = await ChatWindow.open(data, work, env);
    return new AgentTrial(agent, places, model, env, window);
  }

  /** Plays all steps; each begins a chat of its own, so that one that fails spoils no other. */
  async play(): Promise<StepResult[]> {
    const steps: [string, () => Promise<string | null>][] = [
      ['answers', () => this.#answers()],
      ['question', () => this.#question()],
      ['plan, edited', () => this.#plan()],
      ['edit denied, because', () => this.#denied()],
      ['command', () => this.#command()],
      ['agent killed, question open', () => this.#killed()],
      ['restart, question open', () => this.#restarted()],
      ['stop', () => this.#stopped()],
    ];
    const results: StepResult[] = [];
    for (const [step, run] of steps) {
      try {
        await this.#newChat();
        const note = await run();
        results.push(
          note === null ? { step, result: 'agent can’t', note: '' } : { step, result: 'yes', note },
        );
      } catch (error) {
        const note = messageOf(error);
        const seen = this.#window
          .calls()
          .map(
            ({ work, toolName, result }) =>
              `${work?.title ?? toolName}: ${result?.text.slice(0, 200) ?? 'open'}`,
          );
        results.push({ step, result: 'no', note: [note, ...seen, this.#text().slice(-300)].join('\n  ') });
      }
    }
    return results;
  }

  async end(): Promise<void> {
    await this.#window.close();
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
    this.#model.say([{ text: 'Hello from the model.' }]);
    await this.#mode('exec');
    await this.#window.send('Say hello.');
    await this.#window.until('words', () => this.#text().includes('Hello from the model.') || undefined);
    await this.#window.untilTurn('idle');
    return `model ${this.#window.workspace?.agent.model || 'not said'}`;
  }

  async #question(): Promise<string | null> {
    const { ask } = this.#case;
    if (ask === null) return null;
    this.#model.say(ask, [{ text: 'Thank you.' }]);
    await this.#mode(this.#case.asksIn);
    await this.#window.send('Set up the store.');
    await this.#answerQuestion();
    await this.#window.until('an answer', () => this.#text().includes('Thank you.') || undefined);
    await this.#window.untilTurn('idle');
    return this.#heard('SQLite', 'keep WAL off', 'a11y');
  }

  /** Answers with a pick and a note, and where several can be chosen with two picks and words. */
  async #answerQuestion(): Promise<void> {
    const part = await this.#waitingQuestion();
    const questions = part.ask?.questions ?? [];
    const answers = questions.map(({ id, options, multiple, closed }) => {
      const picks = options.slice(0, multiple ? 2 : 1).map(({ label }) => label);
      if (closed === true) return { questionId: id, picks };
      return multiple
        ? { questionId: id, picks, custom: 'a11y' }
        : { questionId: id, picks, note: 'keep WAL off' };
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
    const { action } = await this.#window.until('a plan', () => this.#waitingPlan());
    await this.#window.client.workspace.decidePreview({
      workspaceId: this.#window.id,
      actionId: action.id,
      fingerprint: action.fingerprint,
      decision: { type: 'approve-plan', start: 'here', notes: [], edited: editedPlan },
    });
    await this.#window.until('an answer', () => this.#text().includes('Implemented.') || undefined);
    await this.#window.untilTurn('idle');
    return this.#heard('EDITED BY THE PERSON');
  }

  async #denied(): Promise<string> {
    const file = join(this.#places.work, 'new.md');
    this.#model.say([this.#case.write(file, 'x\n')], [{ text: 'Understood.' }], [{ text: 'Understood.' }]);
    await this.#mode('exec');
    await this.#window.send('Write the file.');
    const { part, permission } = await this.#waitingPermission();
    const no = permission.choices.find(({ meaning }) => meaning === 'no');
    await this.#window.client.workspace.answerPermission({
      workspaceId: this.#window.id,
      toolCallId: part.toolCallId,
      permissionId: permission.id,
      answer: { choiceId: no?.id ?? 'no', reason: 'Use the database instead.' },
    });
    await this.#window.until('an answer', () => this.#text().includes('Understood.') || undefined);
    await this.#window.untilTurn('idle');
    if (existsSync(file)) throw new Error('The file was written all the same.');
    const heard = this.#heard('Use the database instead.');
    return `${heard}; card: ${permission.subject.type}`;
  }

  async #command(): Promise<string> {
    this.#model.say([this.#case.run('touch made.txt && echo made it')], [{ text: 'Done.' }]);
    await this.#mode('exec');
    await this.#window.send('Make a file.');
    const { part, permission } = await this.#waitingPermission();
    const yes = permission.choices.find(({ meaning }) => meaning === 'once');
    await this.#window.client.workspace.answerPermission({
      workspaceId: this.#window.id,
      toolCallId: part.toolCallId,
      permissionId: permission.id,
      answer: { choiceId: yes?.id ?? 'once' },
    });
    await this.#window.until('an answer', () => this.#text().includes('Done.') || undefined);
    await this.#window.untilTurn('idle');
    if (!readdirSync(this.#places.work).includes('made.txt')) throw new Error('Nothing was run.');
    rmSync(join(this.#places.work, 'made.txt'));
    const shown =
      this.#window.calls().find(({ toolCallId }) => toolCallId === part.toolCallId)?.result?.text ?? '';
    return `card: ${permission.subject.type}; output ${shown.includes('made it') ? 'shown' : 'not shown'}`;
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
    await this.#window.until('an answer', () => this.#text().includes('Going on.') || undefined);
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
    await this.#window.until('an answer', () => this.#text().includes('Going on.') || undefined);
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

  #waitingQuestion(): Promise<Extract<ToolPart, { kind: 'question' | 'command' }>> {
    return this.#window.until('a question', () => {
      for (const part of this.#window.calls())
        if ((part.kind === 'question' || part.kind === 'command') && part.ask?.settlement === null)
          return part;
      return undefined;
    });
  }

  #waitingPermission(): Promise<{ part: ToolPart; permission: Permission }> {
    return this.#window.until('a permission', () => {
      for (const part of this.#window.calls())
        if (part.permission?.settlement === null) return { part, permission: part.permission };
      return undefined;
    });
  }

  #waitingPlan(): { action: PendingAction } | undefined {
    for (const part of this.#window.calls())
      if (part.kind === 'preview' && part.action?.state.type === 'open') return { action: part.action };
    return undefined;
  }

  #text(): string {
    return this.#window.transcript.messages
      .flatMap((message) => (message.role === 'agent' ? message.parts : []))
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n');
  }

  /** Says what of the person's words the model was given. */
  #heard(...words: readonly string[]): string {
    const asked = this.#model.asked();
    const missing = words.filter((word) => !asked.includes(word));
    if (missing.length === words.length) throw new Error(`The model did not get ${missing.join(', ')}.`);
    return missing.length === 0 ? 'model heard all' : `model did not hear ${missing.join(', ')}`;
  }
}
