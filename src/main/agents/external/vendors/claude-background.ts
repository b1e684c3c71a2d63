import { textField } from '../json-fields.ts';
import type { BackgroundChange, EndedCall } from './vendor.ts';

/** Claude Code wakes up at the next whole minute after a delay, or the one after it, in milliseconds. */
const wakeUpRounding = 120_000;

/**
 * Reads the calls by which Claude Code works between its turns, as 0.101.0 sends them to a client of ACP v1. It says nothing
 * when a command, a monitor or a workflow ends; a wake-up and a job that runs once have their time. The result of a tool
 * is not always sent, so each has something to go by without.
 */
export function backgroundChange({ tool, input, response }: EndedCall): BackgroundChange | undefined {
  switch (tool) {
    case 'Bash': {
      const name = textField(response, 'backgroundTaskId');
      if (name === undefined && input['run_in_background'] !== true) return undefined;
      return { type: 'left', name, endsUnseen: true };
    }
    case 'Monitor': {
      const isPersistent = (response['persistent'] ?? input['persistent']) === true;
      const lasts = isPersistent ? undefined : (number(response, 'timeoutMs') ?? number(input, 'timeout_ms'));
      const name = textField(response, 'taskId');
      return { type: 'left', name, lasts, endsUnseen: true };
    }
    case 'Workflow':
      return { type: 'left', name: textField(response, 'taskId'), endsUnseen: true };
    case 'TaskStop':
      return ended(textField(response, 'task_id') ?? textField(input, 'task_id'));
    case 'CronCreate': {
      const isRecurring = (response['recurring'] ?? input['recurring']) !== false;
      const until = isRecurring ? undefined : number(response, 'nextFireAt');
      const endsUnseen = !isRecurring && until === undefined;
      return { type: 'left', name: textField(response, 'id'), until, endsUnseen };
    }
    case 'CronDelete':
      return ended(textField(input, 'id'));
    case 'ScheduleWakeup': {
      if (input['stop'] === true) return ended(tool);
      const until = number(response, 'scheduledFor');
      const delay = (number(input, 'delaySeconds') ?? 0) * 1_000;
      return {
        type: 'left',
        name: tool,
        ...(until === undefined ? { lasts: delay + wakeUpRounding } : { until }),
        endsUnseen: false,
      };
    }
    default:
      return undefined;
  }
}

function ended(name: string | undefined): BackgroundChange | undefined {
  return name === undefined ? undefined : { type: 'ended', name };
}

function number(from: Record<string, unknown>, field: string): number | undefined {
  const value = from[field];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
