import { RPCLink } from '@orpc/client/websocket';
import { endSilentSocket } from './end-silent-socket.ts';
import { type CallContext, createLink, type LinkEnd, type OpenLink, type LinkRefusal } from './link.ts';

/** The WebSocket close code for a message that is too big. */
const tooLongCode = 1009;

/** The time that a connection may take, in milliseconds: a proxy that is gone takes it up and says nothing. */
const openingTime = 10_000;

declare global {
  interface Window {
    /** The connection that the page opened before its script was there; used once. */
    parleySocket?: WebSocket | undefined;
  }
}

/** Links of the browser host: a WebSocket at `/rpc` of the page's own origin. */
export async function openSocketLink({ origin }: { origin: string }): ReturnType<OpenLink> {
  const socket = takeSocket(origin);
  socket.binaryType = 'arraybuffer';
  if (!(await isOpen(socket))) return { ok: false, refusal: await refusalOf(origin) };
  const closed = new Promise<LinkEnd>((over) => {
    socket.addEventListener('close', ({ code }) => over(code === tooLongCode ? 'too-long' : 'broken'), {
      once: true,
    });
  });
  const transport = new RPCLink<CallContext>({ websocket: socket });
  endSilentSocket(socket, () => {
    transport.call(['app', 'ping'], undefined, { context: { once: true } }).catch(() => undefined);
  });
  return { ok: true, link: createLink(transport, closed) };
}

function takeSocket(origin: string): WebSocket {
  const begun = window.parleySocket;
  window.parleySocket = undefined;
  return begun ?? new WebSocket(`${origin.replace(/^http/, 'ws')}/rpc`);
}

/** Resolves to true when the socket connects in time; false also if it has closed already. */
function isOpen(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.readyState !== WebSocket.CONNECTING) return resolve(socket.readyState === WebSocket.OPEN);
    const timer = setTimeout(() => socket.close(), openingTime);
    const over = (open: boolean) => {
      clearTimeout(timer);
      resolve(open);
    };
    socket.addEventListener('open', () => over(true), { once: true });
    socket.addEventListener('close', () => over(false), { once: true });
  });
}

/** A browser hides why a WebSocket failed, so the page's own address is asked. */
async function refusalOf(origin: string): Promise<LinkRefusal> {
  try {
    const { status } = await fetch(`${origin}/`, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(openingTime),
    });
    return status === 401 ? 'signed-out' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
