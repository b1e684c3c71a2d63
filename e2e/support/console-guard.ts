import { expect, type Page } from '@playwright/test';

export class ConsoleGuard {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];

  watch(page: Page): void {
    page.on('pageerror', (error) => this.#complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
  }

  /** A browser itself prints an error when a server is gone; a test of that names it here. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  reset(): void {
    this.#complaints.length = 0;
    this.#expected.length = 0;
  }

  check(): void {
    const unexpected = this.#complaints.filter(
      (text) => !this.#expected.some((pattern) => pattern.test(text)),
    );
    expect(unexpected, 'the console is silent').toEqual([]);
  }
}
