/** The least that waits for answers: promises in a map. */
export class WaitingPromises {
  readonly #waiting = new Map<string, (answer: string) => void>();

  wait(key: string): Promise<string> {
    return new Promise((resolve) => this.#waiting.set(key, resolve));
  }

  answer(key: string, answer: string): void {
    this.#waiting.get(key)?.(answer);
    this.#waiting.delete(key);
  }
}
