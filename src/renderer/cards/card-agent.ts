import { createContext } from 'react';
import type { AgentWait } from '../../shared/workspace/agent-wait.ts';

/**
 * What a card needs to know of the chat's own agent. `id`, whose mark it bears, is null where there is no chat; `reply` is what a typed reply
 * does to its question, `none` where nothing can be typed.
 */
type CardAgent = { id: string | null; wait: AgentWait | undefined; reply: 'answers' | 'closes' | 'none' };

export const CardAgentContext = createContext<CardAgent>({ id: null, wait: undefined, reply: 'closes' });
