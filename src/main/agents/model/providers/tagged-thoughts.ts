import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Emit = (part: LanguageModelV4StreamPart) => void;

/** Tags in which models write their thoughts into the text: most `think`, Seed-OSS, Kimi-VL and Magistral their own. */
const tags: readonly (readonly [opening: string, closing: string])[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['◁think▷', '◁/think▷'],
  ['[think]', '[/think]'],
];
const openings = tags.map(([opening]) => opening);
const closings = tags.map(([, closing]) => closing);
const anyClosing = closings.map((closing) => closing.replaceAll(/[[\]]/g, '\\$&')).join('|');
const closing = new RegExp(anyClosing, 'i');
const longestTag = Math.max(...closings.map(({ length }) => length));

/** A closing tag without an opening one, as where the prompt's template holds that: it ends a line of thought. */
const stray = new RegExp(`(?<!\`)(?:${anyClosing})[ \\t]*(?:\\n|$)`, 'i');

/** Returns a stream in which what stands between tags at the beginning of a text is thought. */
export function taggedThoughts(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  const texts = new Map<string, TaggedText>();
  return new TransformStream({
    transform(part, controller) {
      const emit: Emit = (next) => controller.enqueue(next);
      if (part.type === 'text-start') return void texts.set(part.id, new TaggedText(part.id, emit));
      const text = part.type === 'text-delta' || part.type === 'text-end' ? texts.get(part.id) : undefined;
      if (text === undefined) return controller.enqueue(part);
      if (part.type === 'text-delta') return text.add(part.delta);
      if (part.type === 'text-end') text.end();
    },
  });
}

/** One text of an answer, as it comes. */
class TaggedText {
  readonly #id: string;
  readonly #emit: Emit;
  #state: 'beginning' | 'thought' | 'answer' = 'beginning';
  #held = '';
  #parts = 0;
  #isOpen = false;
  #hadThought = false;
  /** The text of the answer so far, for what its tags stand in. */
  #said = '';

  constructor(id: string, emit: Emit) {
    this.#id = id;
    this.#emit = emit;
  }

  add(delta: string): void {
    this.#held += delta;
    this.#read(false);
  }

  end(): void {
    this.#read(true);
    this.#close();
  }

  #read(isEnd: boolean): void {
    for (let before = ''; before !== `${this.#state}${this.#held}`; ) {
      before = `${this.#state}${this.#held}`;
      switch (this.#state) {
        case 'beginning':
          this.#begin(isEnd);
          break;
        case 'thought':
          this.#think(isEnd);
          break;
        case 'answer':
          this.#answer(isEnd);
          break;
      }
    }
  }

  #begin(isEnd: boolean): void {
    const text = this.#held.trimStart();
    const tag = openings.find((opening) => text.toLowerCase().startsWith(opening));
    if (tag !== undefined) {
      this.#held = text.slice(tag.length).trimStart();
      [this.#state, this.#hadThought] = ['thought', true];
      return;
    }
    const mayBecome = openings.some((opening) => opening.startsWith(text.toLowerCase()));
    if (mayBecome && !isEnd) return;
    if (this.#hadThought) this.#held = text;
    this.#state = 'answer';
  }

  #think(isEnd: boolean): void {
    const end = closing.exec(this.#held);
    if (end === null) return this.#publish('reasoning', isEnd ? 0 : longestTag);
    const rest = this.#held.slice(end.index + end[0].length);
    this.#held = this.#held.slice(0, end.index).trimEnd();
    this.#publish('reasoning', 0);
    this.#close();
    [this.#held, this.#state] = [rest, 'beginning'];
  }

  #answer(isEnd: boolean): void {
    const end = this.#hadThought ? null : stray.exec(this.#held);
    if (end === null || this.#isQuoted(end.index)) return this.#publish('text', isEnd ? 0 : this.#doubtful());
    // Whether the line ends there is not known yet.
    if (!isEnd && end.index + end[0].length === this.#held.length && !end[0].endsWith('\n')) return;
    const rest = this.#held.slice(end.index + end[0].length);
    this.#held = this.#held.slice(0, end.index);
    this.#publish('text', 0);
    this.#close({ parley: { thought: true } });
    [this.#held, this.#state, this.#hadThought] = [rest.trimStart(), 'beginning', true];
  }

  /** True within a block of code. */
  #isQuoted(index: number): boolean {
    return (this.#said + this.#held.slice(0, index)).split('```').length % 2 === 0;
  }

  /** The number of signs at the end that may become a closing tag. */
  #doubtful(): number {
    if (this.#hadThought) return 0;
    const from = Math.max(...['<', '[', '◁'].map((sign) => this.#held.lastIndexOf(sign)));
    const tail = from < 0 ? '' : this.#held.slice(from);
    const mayBecome = closings.some((tag) => tag.startsWith(tail.trimEnd().toLowerCase()));
    return tail !== '' && mayBecome ? tail.length : 0;
  }

  /** Passes on what is held, but for so many signs at its end. */
  #publish(type: 'text' | 'reasoning', keep: number): void {
    const length = Math.max(0, this.#held.length - keep);
    const delta = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (delta === '') return;
    const id = `${this.#id}.${this.#parts}`;
    if (!this.#isOpen) this.#emit({ type: `${type}-start`, id });
    this.#isOpen = true;
    if (type === 'text') this.#said += delta;
    this.#emit({ type: `${type}-delta`, id, delta });
  }

  #close(providerMetadata?: { parley: { thought: true } }): void {
    if (!this.#isOpen) return;
    const id = `${this.#id}.${this.#parts}`;
    const type = this.#state === 'thought' ? 'reasoning-end' : 'text-end';
    this.#emit({ type, id, ...(providerMetadata && { providerMetadata }) });
    [this.#isOpen, this.#parts] = [false, this.#parts + 1];
  }
}
