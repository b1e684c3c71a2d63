import type { MessageId, WorkspaceId } from '../../../../shared/ids.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { TextTail } from '../../../chat/text-tail.ts';

/** Words of an agent in an answer; `of` is its own id for the message that they are a piece of. */
type Words = { type: 'text' | 'reasoning'; of: string | undefined; messageId: MessageId };

type OpenText = Words & { position: number; tail: TextTail };

/** Keeps the words of an agent: what comes of one message and one type is one text. */
export class WordRecorder {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  #open: OpenText | undefined;

  constructor(log: ChatLog, workspaceId: WorkspaceId) {
    this.#log = log;
    this.#workspaceId = workspaceId;
  }

  append(words: Words, text: string): void {
    const { type, of } = words;
    const open = this.#open;
    if (
      open !== undefined &&
      (open.type !== type || (of !== undefined && open.of !== undefined && open.of !== of))
    )
      this.close();
    this.#open ??= this.#begin(words);
    this.#open.tail.append(text);
  }

  /** Ends the text that goes on, where there is one. */
  close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#log.closeText(this.#workspaceId, open.tail);
    if (open.type === 'reasoning') this.#log.endThought(this.#workspaceId, open.messageId, open.position);
  }

  #begin(words: Words): OpenText {
    const { type, messageId } = words;
    const position = this.#log.addPart(this.#workspaceId, { messageId, step: 0, type, text: '' });
    return { ...words, position, tail: this.#log.openText(this.#workspaceId, messageId, position) };
  }
}
