/** Opens a folder in the file manager of this machine; a bundle of a Mac is shown there, not started. */
export async function openInFileManager(folder: string): Promise<void> {
  const { default: open } = await import('open');
  const opener = await open(folder, process.platform === 'darwin' ? { app: { name: 'Finder' } } : {});
  // It may be missing, or end badly, long after this has returned.
  opener.on('error', () => undefined);
}
