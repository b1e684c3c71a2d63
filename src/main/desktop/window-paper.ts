/** The token `--paper` in the form Electron wants: what a window shows before and beside its page. */
export const windowPaper = { light: '#fdfcfa', dark: '#16171a' } as const;
