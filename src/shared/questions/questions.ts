import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';

/** One thing a person can pick. `preview` is Markdown, shown while the option has focus. */
const optionSchema = z.object({
  label: z.string(),
  description: z.string().optional(),
  preview: z.string().optional(),
});

const common = { id: z.string(), prompt: z.string(), header: z.string().optional() };

/**
 * One question of an ask, whatever tool it came from; `id` is unique within its ask. Fields of another kind,
 * which Parley 0.1 stored with every question, are dropped as it is read.
 */
export const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('choice'),
    options: z.array(optionSchema),
    /** True if several options can be picked. */
    multiple: z.boolean(),
    /** The index of an option. */
    recommended: z.number().int().nonnegative().optional(),
    /** Shown in the empty field of Other. */
    placeholder: z.string().optional(),
    /** True where the asker takes no answer but the options: no Other and no note. */
    closed: z.boolean().optional(),
  }),
  z.object({ ...common, kind: z.literal('text'), placeholder: z.string().optional() }),
  z.object({ ...common, kind: z.literal('yesno'), placeholder: z.string().optional() }),
]);

export type Question = z.infer<typeof questionSchema>;
export type QuestionKind = Question['kind'];
export type ChoiceQuestion = Extract<Question, { kind: 'choice' }>;
export type TextQuestion = Extract<Question, { kind: 'text' }>;
/** A question that is answered by picking options. */
export type PickedQuestion = Extract<Question, { kind: 'choice' | 'yesno' }>;
export type Option = z.infer<typeof optionSchema>;

/** Origin of an answer: picked from the options, typed, or chosen by a timeout. */
const originSchema = z.enum(['picked', 'typed', 'auto']);

/** Result of one question. Picks stand in the order they were picked. */
export const replySchema = z.lazy(() =>
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('answered'),
      questionId: z.string(),
      picks: z.array(z.string()),
      custom: z.string().optional(),
      note: z.string().optional(),
      origin: originSchema,
    }),
    z.object({
      status: z.literal('skipped'),
      questionId: z.string(),
      note: z.string().optional(),
    }),
  ]),
);

/** An answer that came with a call, to a question that did not. */
export const unaskedSchema = z.lazy(() => z.object({ question: z.string(), answer: z.string() }));

/**
 * Outcome of one ask. `replies` holds one entry a question, in the order of the questions. `supplied`: the
 * replies came with the call (`unasked` are those to questions that are not in it) and nobody was asked.
 * `replied`: the person wrote a text to an outside asker instead of picking.
 */
export const outcomeSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('answered'), replies: z.array(replySchema), timedOut: z.boolean() }),
    z.object({
      type: z.literal('supplied'),
      replies: z.array(replySchema),
      unasked: z.array(unaskedSchema).optional(),
    }),
    z.object({ type: z.literal('replied'), text: z.string() }),
    z.object({ type: z.literal('declined'), reason: z.string().optional() }),
    z.object({ type: z.literal('cancelled'), reason: z.string() }),
  ]),
);

/** The outcome of an ask, with the way by which it came and its time, in milliseconds since 1970. */
export const settlementSchema = z.object({
  outcome: outcomeSchema,
  where: z.enum(['card', 'chat', 'stop', 'call', 'timeout']),
  at: z.number(),
});

/** Answer that a person's window sends for one question; a question left out is skipped. `auto` as in a draft. */
export const answerSchema = z.object({
  questionId: z.string(),
  picks: z.array(longTextSchema),
  custom: longTextSchema.optional(),
  note: longTextSchema.optional(),
  auto: z.boolean().optional(),
});

export type Origin = z.infer<typeof originSchema>;
export type Reply = z.infer<typeof replySchema>;
export type Answered = Extract<Reply, { status: 'answered' }>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Settlement = z.infer<typeof settlementSchema>;
export type Supplied = Extract<Outcome, { type: 'supplied' }>;
export type Answer = z.infer<typeof answerSchema>;

/**
 * Unsent input of a person for one question. `other` keeps its text while `otherChosen` is off, so that
 * choosing something else and coming back loses nothing. `skipped` says that the question was left open on
 * purpose, not just cleared. `auto` marks picks that a timeout chose and that nobody has changed since.
 */
const questionDraftSchema = z.object({
  questionId: z.string(),
  picks: z.array(longTextSchema),
  otherChosen: z.boolean(),
  other: longTextSchema,
  note: longTextSchema,
  skipped: z.boolean().optional(),
  auto: z.boolean().optional(),
});

/** The unsent entries of one ask; a question nobody touched has none. */
export const draftSchema = z.array(questionDraftSchema);

export type QuestionDraft = z.infer<typeof questionDraftSchema>;
export type Draft = z.infer<typeof draftSchema>;
