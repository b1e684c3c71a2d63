import { app, dialog } from 'electron';
import { quitQuestion } from '../desktop/waiting.ts';

type Parts = {
  /** Counts the workspaces that wait for the person. */
  waiting(): number;
  close(): Promise<void>;
};

/**
 * Quits the app in order: with its last window, unless something waits, and then it stays in the tray. Asked
 * to quit while something waits, it asks back; a signal is obeyed at once.
 */
export function quitInOrder({ waiting, close }: Parts): void {
  const question = { isOpen: false, isAnswered: false };
  app.on('before-quit', (event) => {
    if (question.isAnswered || waiting() === 0) return;
    event.preventDefault();
    if (!question.isOpen) void ask(question, waiting());
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && waiting() === 0) app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      question.isAnswered = true;
      app.quit();
    });
  }
  closeBeforeQuit(close);
}

async function ask(question: { isOpen: boolean; isAnswered: boolean }, count: number): Promise<void> {
  const { keepButton, quitButton, ...words } = quitQuestion(count);
  question.isOpen = true;
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      ...words,
      defaultId: keepButton,
      cancelId: keepButton,
      noLink: true,
    });
    question.isAnswered = response === quitButton;
  } finally {
    question.isOpen = false;
  }
  if (question.isAnswered) app.quit();
}

/** Lets Electron quit only after everything is stored and closed. */
function closeBeforeQuit(close: () => Promise<void>): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
}
