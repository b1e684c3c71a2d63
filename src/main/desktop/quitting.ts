import { quitQuestion } from './waiting-chats.ts';

/** What a host has to provide for quitting. */
export type QuittingHost = {
  isMac: boolean;
  /** Counts the workspaces that wait for the person. */
  waiting(): number;
  isWindowOpen(): boolean;
  /** Begins to quit; the host then calls `onBeforeQuit` and `onWillQuit`. */
  quit(): void;
  /** Stores and closes everything. */
  close(): Promise<void>;
  exit(code: number): void;
  /** Shows a question; resolves to the index of the pressed button. */
  ask(question: ReturnType<typeof quitQuestion>): Promise<number>;
};

/** A cancellable event. */
type Quit = { preventDefault(): void };

/**
 * Quits the app in order: with its last window, but stays in the tray while something waits. Asks before quitting
 * while something waits; obeys a signal at once. Exits only after everything is stored and closed.
 */
export function createQuitting({ isMac, waiting, isWindowOpen, quit, close, exit, ask }: QuittingHost) {
  let isAsking = false;
  let isAnswered = false;
  let isClosing = false;
  let isClosed = false;
  let last: () => void = () => exit(0);

  async function askBack(): Promise<void> {
    isAsking = true;
    try {
      const question = quitQuestion(waiting());
      isAnswered = (await ask(question)) === question.quitButton;
    } finally {
      isAsking = false;
    }
    if (isAnswered) quit();
  }

  return {
    onBeforeQuit(event: Quit): void {
      if (isAnswered || waiting() === 0) return;
      event.preventDefault();
      if (!isAsking) void askBack();
    },
    onWindowsClosed(): void {
      if (!isMac && waiting() === 0) quit();
    },
    /** The last waiting thing no longer waits. */
    onNothingWaits(): void {
      if (!isMac && !isWindowOpen()) quit();
    },
    onSignal(): void {
      isAnswered = true;
      quit();
    },
    onWillQuit(event: Quit): void {
      if (isClosed) return;
      event.preventDefault();
      if (isClosing) return;
      isClosing = true;
      close().then(
        () => {
          isClosed = true;
          last();
        },
        () => exit(1),
      );
    },
    /** Quits without asking, and starts another version once everything is stored and closed. */
    restartInto(startOther: () => void): void {
      isAnswered = true;
      last = startOther;
      quit();
    },
  };
}
