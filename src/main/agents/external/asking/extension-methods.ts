import { isRecord } from '../calls/call-state.ts';
import { cursorPlan, cursorQuestions } from '../vendors/cursor.ts';
import type { ExtensionAsk } from './extension-ask.ts';
import { grokPlan, grokQuestions } from '../vendors/grok.ts';

/** Reads a request that the protocol does not know: of Cursor, or of Grok. Undefined for any other. */
export function extensionAsk(method: string, params: unknown): ExtensionAsk | undefined {
  const inner = isRecord(params) && isRecord(params['params']) ? params['params'] : params;
  switch (method.replace(/^_/, '')) {
    case 'cursor/ask_question':
      return cursorQuestions(inner);
    case 'cursor/create_plan':
      return cursorPlan(inner);
    case 'x.ai/ask_user_question':
      return grokQuestions(inner);
    case 'x.ai/exit_plan_mode':
      return grokPlan(inner);
    default:
      return undefined;
  }
}
