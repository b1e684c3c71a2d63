import type { Form, FormAnswer, FormDraft } from '../../../../src/shared/forms/form.ts';
import type { Decision } from '../../../../src/shared/previews/decision.ts';
import type { PendingAction } from '../../../../src/shared/previews/pending-action.ts';
import type { Person } from '../../person.ts';
import { oneOf } from '../../random.ts';
import { type Card, openedLinks, waitingCards } from './cards.ts';
import type { Decisions, Sent } from './decisions.ts';
import { newSecret, newAnswerText } from './unique-texts.ts';

/** Errors about a card that is settled, or that its asker does not ask for yet after a start. */
const over = ['not-pending', 'permission-settled', 'form-settled', 'preview-settled', 'stale-preview'];

/** Somebody who decides about whatever waits in one chat, one way or the other. */
export class CardPerson {
  readonly person: Person;
  readonly #decisions: Decisions;
  readonly #random: () => number;

  constructor(person: Person, decisions: Decisions, random: () => number) {
    this.person = person;
    this.#decisions = decisions;
    this.#random = random;
  }

  waiting(): Card[] {
    return waitingCards(this.person.transcript);
  }

  /** Decides about a card; false where it is settled, or can't be decided about yet. */
  async decide(card: Card): Promise<boolean> {
    const isYes = this.#random() < 0.7;
    const words = newAnswerText();
    const { call, said = [words] } = this.#callFor(card, isYes, words);
    const sent: Sent = { end: isYes ? 'yes' : 'no', words: said };
    const taken = this.#decisions.send(card.id, sent);
    try {
      await call();
    } catch (error) {
      if (error instanceof Error && 'code' in error && over.includes(String(error.code))) return false;
      throw error;
    }
    taken();
    return true;
  }

  /** Types into a form that waits, its secret too, and sends nothing. */
  async type(): Promise<void> {
    const card = this.waiting().find(({ kind }) => kind === 'form');
    if (card?.kind !== 'form') return;
    const { workspaceId, window } = this.person;
    const words = newAnswerText();
    const draft = entriesFor(card.form, words);
    const isStored = this.#decisions.type(card.id, words);
    await window.client.workspace.saveFormDraft({
      workspaceId,
      toolCallId: card.toolCallId,
      formId: card.form.id,
      draft,
    });
    isStored();
  }

  /** Marks a link that was opened as done. */
  async finish(): Promise<void> {
    const [link] = openedLinks(this.person.transcript);
    if (link === undefined) return;
    const { workspaceId, window } = this.person;
    const about = { workspaceId, toolCallId: link.toolCallId, formId: link.form.id };
    await window.client.workspace.finishLink(about);
  }

  #callFor(card: Card, isYes: boolean, words: string): { call: () => Promise<unknown>; said?: string[] } {
    const { workspace } = this.person.window.client;
    const { workspaceId } = this.person;
    const about = { workspaceId, toolCallId: card.toolCallId };
    switch (card.kind) {
      case 'ask': {
        const answers = [{ questionId: card.ask.questions[0]?.id ?? '', picks: [], custom: words }];
        return {
          call: () =>
            isYes
              ? workspace.answerAskUserQuestion({ ...about, answers })
              : workspace.declineAskUserQuestion({ ...about, reason: words }),
        };
      }
      case 'permission': {
        const { id: permissionId, choices } = card.permission;
        const choice = choices.find(({ meaning }) => meaning === (isYes ? 'once' : 'no'));
        const answer = { choiceId: choice?.id ?? '', ...(isYes ? {} : { reason: words }) };
        return {
          call: () => workspace.answerPermission({ ...about, permissionId, answer }),
          ...(isYes && { said: [] }),
        };
      }
      case 'form':
      case 'link': {
        const action = this.#random() < 0.5 ? ('decline' as const) : ('cancel' as const);
        const answer: FormAnswer = isYes
          ? { action: 'accept', entries: card.kind === 'link' ? [] : entriesFor(card.form, words) }
          : { action };
        return {
          call: () => workspace.answerForm({ ...about, formId: card.form.id, answer }),
          ...((!isYes || card.kind === 'link') && { said: [] }),
        };
      }
      case 'plan': {
        const { id: actionId, fingerprint } = card.action;
        const decision = this.#decisionOn(card.action, isYes, words);
        return {
          call: () => workspace.decidePreview({ workspaceId, actionId, fingerprint, decision }),
          ...(decision.type === 'approve-plan' && decision.edited === undefined && { said: [] }),
        };
      }
    }
  }

  #decisionOn({ preview }: PendingAction, isYes: boolean, words: string): Decision {
    if (!isYes) {
      const notes = [{ at: 0, heading: '', quote: '', text: words }];
      return oneOf<Decision>(this.#random, [
        { type: 'refine-plan', notes },
        { type: 'discard', reason: words },
      ]);
    }
    const edited = preview.type === 'plan' ? `${preview.plan}2. ${words}\n` : words;
    return { type: 'approve-plan', start: 'here', notes: [], ...(this.#random() < 0.5 && { edited }) };
  }
}

/** The words in the form's note, and a secret in each field for one. */
function entriesFor({ subject }: Form, words: string): FormDraft {
  if (subject.type !== 'fields') return [];
  return subject.fields.map(({ id, secret }) => ({ id, value: secret ? newSecret() : words }));
}
