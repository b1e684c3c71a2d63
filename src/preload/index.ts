import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('parleyHost', { kind: 'electron', platform: process.platform });

/** Hands the page's port over to main; everything else that is posted stays in the page. */
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const isOurs = event.source === window && event.data === 'parley:port';
  if (isOurs && event.ports.length === 1) ipcRenderer.postMessage('parley:port', null, [...event.ports]);
});
