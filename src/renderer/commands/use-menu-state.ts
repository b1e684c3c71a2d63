import { useEffect } from 'react';
import { commandIds } from '../../shared/commands/command.ts';
import { useParley } from '../parley-context.tsx';
import { hasMessages } from '../state/chat/chat-view.ts';
import type { ParleyState } from '../state/parley-store.ts';
import { createCommandActions, mayRun } from './command-actions.ts';

const showsMessages = ({ chats, openId }: ParleyState) => openId !== null && hasMessages(chats[openId]);

/** Tells the desktop which menu items are enabled. */
export function useMenuState(): void {
  const parley = useParley();
  useEffect(() => {
    const host = window.parleyHost;
    if (host === undefined) return;
    const { store, view } = parley;
    const actions = createCommandActions(parley);
    let sent = '';
    const publish = () => {
      const ids = commandIds.filter((id) => mayRun(id, view.getState()) && actions.isAvailable(id));
      if (ids.join() === sent) return;
      sent = ids.join();
      host.offerCommands(ids);
    };
    publish();
    const leave = [
      store.subscribe((now, before) => {
        if (
          now.app !== before.app ||
          now.openId !== before.openId ||
          showsMessages(now) !== showsMessages(before)
        )
          publish();
      }),
      view.subscribe((now, before) => {
        if (now.dialog !== before.dialog || now.page !== before.page) publish();
      }),
    ];
    return () => {
      for (const stop of leave) stop();
    };
  }, [parley]);
}
