/** The delay before gathered text is shown in windows, and before it is stored; milliseconds. */
const showAfter = 16;
const storeAfter = 250;

/**
 * The growing end of a streamed part. Pieces are joined so that windows get them about once a frame and the
 * database a few times a second, whatever the provider's pace.
 */
export class TextTail {
  readonly #show: (text: string) => void;
  readonly #store: (text: string) => void;
  #unseen = '';
  #unstored = '';
  #showTimer: NodeJS.Timeout | undefined;
  #storeTimer: NodeJS.Timeout | undefined;

  constructor(show: (text: string) => void, store: (text: string) => void) {
    this.#show = show;
    this.#store = store;
  }

  append(text: string): void {
    this.#unseen += text;
    this.#unstored += text;
    this.#showTimer ??= setTimeout(() => this.#showNow(), showAfter);
    this.#storeTimer ??= setTimeout(() => this.#tryToStore(), storeAfter);
  }

  /** Brings windows and the database up to date at once. Throws what storing throws. */
  flush(): void {
    this.#showNow();
    this.#storeNow();
  }

  #showNow(): void {
    clearTimeout(this.#showTimer);
    this.#showTimer = undefined;
    const text = this.#unseen;
    this.#unseen = '';
    if (text !== '') this.#show(text);
  }

  /** Keeps text that cannot be stored now for the next flush, which can report the failure. */
  #tryToStore(): void {
    try {
      this.#storeNow();
    } catch {
      // Nothing is lost: the text is still unstored.
    }
  }

  #storeNow(): void {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
    if (this.#unstored !== '') this.#store(this.#unstored);
    this.#unstored = '';
  }
}
