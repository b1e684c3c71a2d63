import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

type Listener = (message: unknown) => void;

/** Messages from main that arrive before the page listens. */
let early: unknown[] = [];
let listener: Listener = (message) => early.push(message);
ipcRenderer.on('parley:message', (_event: IpcRendererEvent, message: unknown) => listener(message));

contextBridge.exposeInMainWorld('parleyHost', {
  kind: 'electron',
  platform: process.platform,
  chooseFolder: () => ipcRenderer.invoke('parley:choose-folder'),
  zoom: (command: string) => ipcRenderer.send('parley:zoom', command),
  offerCommands: (ids: string[]) => ipcRenderer.send('parley:offer-commands', ids),
  restart: () => ipcRenderer.send('parley:restart'),
  onMessage(next: Listener) {
    listener = next;
    for (const message of early) next(message);
    early = [];
  },
});

/** Passes the page's port on to main; nothing else that is posted. */
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const isOurs = event.source === window && event.data === 'parley:port';
  if (isOurs && event.ports.length === 1) ipcRenderer.postMessage('parley:port', null, [...event.ports]);
});
