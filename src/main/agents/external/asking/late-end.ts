import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import type { MessageId, ToolCallId } from '../../../../shared/ids.ts';
import { interrupted } from '../../../../shared/questions/cancel-reasons.ts';

/** The call on whose card an agent asks, and the message that it is in. */
export type CallIds = { toolCallId: ToolCallId; messageId: MessageId };

/**
 * The end of a request whose agent was cut off before the person decided: the result of its call, and what the agent's
 * next prompt says of it.
 */
export type LateEnd = { result: ToolResult; context?: string | undefined };

export const cutOff: ToolResult = { ok: false, text: interrupted };
