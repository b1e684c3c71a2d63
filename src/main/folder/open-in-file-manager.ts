/** Opens a folder in the file manager; a Mac's bundle is revealed, not started. */
export async function openInFileManager(folder: string): Promise<void> {
  const { default: open } = await import('open');
  const opener = await open(folder, process.platform === 'darwin' ? { app: { name: 'Finder' } } : {});
  // It may be missing, or fail long after this has returned.
  opener.on('error', () => undefined);
}
