import type { PastCommand } from '../../../shared/permissions/past-command.ts';
import type {
  Permission,
  PermissionAnswer,
  PermissionChoice,
  PermissionDraft,
} from '../../../shared/permissions/permission.ts';
import { isRuleStep, type RuleStep, ruleSteps } from './rule-steps.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import {
  type CallResult,
  type CardKind,
  type CommonState,
  isSending,
  untouched,
} from '../store/card-kind.ts';

export type PermissionCardState = CommonState<'permission', 'answer'> & {
  field: 'reason' | 'note' | 'line' | null;
  reason: string;
  note: string;
  /** The command as the person changed it; null where they did not. */
  line: string | null;
  /** True if the new rule is to hold for every agent. */
  anyAsker: boolean;
  /** The last commands here, which a new rule is compared with; null until they are known. */
  past: readonly PastCommand[] | null;
  /** True once the person wants to see all of a very long subject. */
  shownWhole: boolean;
  /** True while all lines of a change are in the card. */
  allLinesShown: boolean;
  /** True once everything that the card shows of the subject has been in sight. */
  wasInSight: boolean;
};

export type PermissionCardTypes = {
  name: 'permission';
  part: PermissionPart;
  state: PermissionCardState;
  call: 'answer';
  change: PermissionDraft;
  calls: {
    answer(part: PermissionPart, answer: PermissionAnswer): Promise<CallResult>;
    pastCommands(part: PermissionPart): Promise<PastCommand[]>;
  };
  intents: PermissionIntents;
};

type PermissionIntents = {
  openField(field: PermissionCardState['field']): void;
  typeReason(reason: string): void;
  typeNote(note: string): void;
  typeLine(line: string): void;
  /**
   * Opens the reason with the command in it, to be changed: an agent that runs commands itself is asked to
   * run that instead.
   */
  suggestCommand(): void;
  keepLine(): void;
  setAnyAsker(anyAsker: boolean): void;
  /** Gets the last commands here; without them, nothing is said of them. */
  lookBack(): void;
  showWhole(): void;
  noteLines(allShown: boolean): void;
  noteInSight(): void;
  /** Sends an answer by one of the choices; a yes takes the changed line and the note along, a no the reason. */
  choose(choice: PermissionChoice): void;
};

const nothingShown = { shownWhole: false, allLinesShown: false, wasInSight: false };

export const permissionCardKind: CardKind<PermissionCardTypes> & { name: 'permission' } = {
  name: 'permission',
  initial({ permission }) {
    const { reason = '', note = '', line: typed = null } = permission.draft ?? {};
    const line = canChangeLine(permission) ? typed : null;
    const field = reason !== '' ? 'reason' : note !== '' ? 'note' : line === null ? null : 'line';
    const entered = { field, reason, note, line, anyAsker: false, past: null } as const;
    return { kind: 'permission', ...untouched, ...entered, ...nothingShown };
  },
  hasEnded: ({ permission }) => permission.settlement !== null,
  join: (_, change) => change,
  savesAfterEnd: false,
  brokenCall: 'Your answer could not be sent. Nothing was allowed; try again.',
  settle({ phase }) {
    const closed = { field: null, ...nothingShown };
    return phase.type === 'open' ? closed : { ...closed, reason: '', note: '', line: null };
  },
  intents: ({ part, calls, read, write, save, send }) => {
    function enter(change: Partial<PermissionDraft>): void {
      if (isSending(read())) return;
      write(change);
      const { reason, note, line } = read();
      save({ reason, note, line }, 'soon');
    }

    return {
      openField: (field) => write({ field }),
      typeReason: (reason) => enter({ reason }),
      typeNote: (note) => enter({ note }),
      typeLine: (line) => enter({ line }),
      suggestCommand() {
        enter({ reason: withCommand(read().reason, part.permission) });
        write({ field: 'reason' });
      },
      keepLine() {
        enter({ line: null });
        // What was in sight meanwhile is the command as it was changed.
        write({ field: null, wasInSight: false });
      },
      setAnyAsker: (anyAsker) => write({ anyAsker }),
      lookBack() {
        void calls.pastCommands(part).then(
          (past) => write({ past }),
          () => write({ past: null }),
        );
      },
      showWhole: () => write({ shownWhole: true, wasInSight: false }),
      noteInSight: () => write({ wasInSight: true }),
      noteLines: (allLinesShown) => write({ allLinesShown }),
      choose(choice) {
        const answer = answerOf(read(), choice);
        void send('answer', () => calls.answer(part, answer));
      },
    };
  },
};

/** Returns what is sent with a choice: the changed line and the note with a yes, the reason with a no. */
function answerOf(
  { reason, note, line, field, anyAsker }: PermissionCardState,
  { id, meaning, rule }: PermissionChoice,
): PermissionAnswer {
  const forAll = anyAsker && rule !== undefined ? { anyAsker } : {};
  switch (meaning) {
    case 'once':
      return {
        choiceId: id,
        ...(line !== null && { line }),
        ...(field === 'note' && note.trim() !== '' && { note }),
      };
    case 'always':
      return { choiceId: id, ...forAll };
    case 'no':
    case 'no-and-stop':
      return { choiceId: id, ...(field === 'reason' && reason.trim() !== '' ? { reason } : {}), ...forAll };
  }
}

/**
 * True if the person can change the command before it runs, which they can't where the agent runs it itself.
 */
export function canChangeLine({ subject, choices }: Pick<Permission, 'subject' | 'choices'>): boolean {
  return subject.type === 'command' && choices.every(({ external }) => external !== true);
}

/** True if a note reaches the model: an agent that gets a yes by its own choice gets nothing else. */
export function canAddNote({ choices }: Pick<Permission, 'choices'>): boolean {
  return laidOut(choices).yes !== undefined && choices.every(({ external }) => external !== true);
}

/** Returns a reason for a refusal that has the command in it, for the person to change. */
export function withCommand(reason: string, { subject }: Pick<Permission, 'subject'>): string {
  if (subject.type !== 'command' || reason.includes(subject.line)) return reason;
  return [...(reason.trim() === '' ? [] : [reason]), `Run this instead:\n${subject.line}`].join('\n\n');
}

/** The command as the person changed it; null where it is what was asked for. */
export function changedLine({ line }: PermissionCardState, { subject }: Permission): string | null {
  return subject.type === 'command' && line !== subject.line ? line : null;
}

/** A call that asked for permission. */
export type PermissionPart = ToolPart & { permission: Permission };

/**
 * True if a call shows the card of its permission: while it waits, and afterwards if it has no other card.
 */
export function showsPermission(part: ToolPart): part is PermissionPart {
  const hasOtherCard = part.kind === 'run' ? part.run !== null : part.kind !== 'plain';
  return part.permission !== undefined && (part.permission.settlement === null || !hasOtherCard);
}

/** True for a choice by which the agent may go on. */
export const allows = ({ meaning }: PermissionChoice) => meaning === 'once' || meaning === 'always';

/**
 * The choices as the card lays them out: one yes and one no as buttons, those by a rule about a command as the steps of
 * an editor, the one not to be asked about confined commands in a line of its own, and the others in a menu.
 */
export function laidOut(choices: readonly PermissionChoice[]): {
  yes: PermissionChoice | undefined;
  no: PermissionChoice | undefined;
  steps: RuleStep[];
  wider: PermissionChoice[];
  refusals: PermissionChoice[];
  unasked: PermissionChoice | undefined;
} {
  const yes = choices.find(({ meaning }) => meaning === 'once');
  const no = choices.find(({ meaning, rule }) => meaning === 'no' && rule === undefined);
  const unasked = choices.find(({ rule }) => rule?.match.type === 'confined');
  const others = choices.filter((choice) => choice !== yes && choice !== no && choice !== unasked);
  const refusals = others.filter((choice) => !allows(choice));
  const wider = others.filter((choice) => allows(choice) && !isRuleStep(choice));
  return { yes, no, steps: ruleSteps(others), wider, refusals, unasked };
}
