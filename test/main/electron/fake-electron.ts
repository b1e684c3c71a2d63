import { EventEmitter } from 'node:events';

/** The contents of a window: it keeps what was asked of it, and the test emits its events. */
class FakeContents extends EventEmitter {
  zoom = 0;
  sent: unknown[] = [];
  openWindow: (asked: { url: string; frameName?: string }) => unknown = () => undefined;
  setZoomLevel = (zoom: number) => void (this.zoom = zoom);
  getZoomLevel = () => this.zoom;
  setWindowOpenHandler = (handler: FakeContents['openWindow']) => void (this.openWindow = handler);
  send = (channel: string, message: unknown) => void this.sent.push([channel, message]);
}

type Options = { webPreferences?: object; backgroundColor?: string } & Record<string, unknown>;

class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = [];
  readonly webContents = new FakeContents();
  readonly options: Options;
  bounds = { x: 0, y: 0, width: 0, height: 0 };
  state = { maximised: false, destroyed: false, minimised: false, focused: false, shown: false };
  paper = '';
  url = '';
  constructor(options: Options) {
    super();
    this.options = options;
    FakeWindow.all.push(this);
  }
  getNormalBounds = () => this.bounds;
  isMaximized = () => this.state.maximised;
  isDestroyed = () => this.state.destroyed;
  isMinimized = () => this.state.minimised;
  isFocused = () => this.state.focused;
  maximize = () => void (this.state.maximised = true);
  restore = () => void (this.state.minimised = false);
  show = () => void (this.state.shown = true);
  focus = () => void (this.state.focused = true);
  setBackgroundColor = (paper: string) => void (this.paper = paper);
  loadURL = async (url: string) => void (this.url = url);
  close() {
    this.state.destroyed = true;
    this.emit('closed');
  }
}

/** A tray that is there until it was destroyed. */
class FakeTray {
  static all: FakeTray[] = [];
  destroyed = false;
  constructor() {
    FakeTray.all.push(this);
  }
  on = () => undefined;
  setImage = () => undefined;
  setToolTip = () => undefined;
  setContextMenu = () => undefined;
  destroy = () => void (this.destroyed = true);
}

const display = (id: number, x: number) => ({ id, workArea: { x, y: 0, width: 1_280, height: 800 } });

const defaultSession = {
  setPermissionRequestHandler: () => undefined,
  setPermissionCheckHandler: () => undefined,
  setDevicePermissionHandler: () => undefined,
};

/**
 * A thin fake of what the desktop host uses of Electron, for `vi.mock('electron', …)`; `asked` keeps what
 * the host asked of the system, `answers` what a person answers to its dialogs. `app` emits `badge`,
 * `quitting` and `exited` as it is asked for these.
 */
export function createFakeElectron() {
  const asked = {
    opened: [] as string[],
    errors: [] as string[],
    questions: [] as string[],
    badge: -1,
    quits: 0,
    exits: [] as number[],
  };
  const answers = { folders: [] as string[][], buttons: [] as number[] };
  const [main, second] = [display(1, 0), display(2, 1_280)];
  const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: '' });
  const app = Object.assign(new EventEmitter(), {
    setBadgeCount(count: number) {
      asked.badge = count;
      app.emit('badge', count);
    },
    isPackaged: true,
    getAppPath: () => '/app',
    setLoginItemSettings: () => undefined,
    quit() {
      asked.quits += 1;
      app.emit('quitting');
    },
    exit: (code: number) => {
      asked.exits.push(code);
      app.emit('exited', code);
    },
  });
  const electron = {
    app,
    BrowserWindow: FakeWindow,
    Tray: FakeTray,
    nativeTheme,
    screen: { getPrimaryDisplay: () => main, getAllDisplays: () => [second, main] },
    shell: { openExternal: async (url: string) => void asked.opened.push(url) },
    dialog: {
      showOpenDialog: async () => ({ filePaths: answers.folders.shift() ?? [] }),
      async showMessageBox({ message }: { message: string }) {
        asked.questions.push(message);
        return { response: answers.buttons.shift() ?? 0 };
      },
      showErrorBox: (_title: string, problem: string) => void asked.errors.push(problem),
    },
    session: { defaultSession },
    protocol: { handle: () => undefined, registerSchemesAsPrivileged: () => undefined },
    ipcMain: Object.assign(new EventEmitter(), { handle: () => undefined }),
    safeStorage: { isEncryptionAvailable: () => false },
    Notification: { isSupported: () => false },
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: () => undefined,
      getApplicationMenu: () => null,
    },
  };
  return { electron, asked, answers, windows: FakeWindow.all, trays: FakeTray.all };
}
