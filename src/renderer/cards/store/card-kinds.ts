import type { CommandCardTypes } from '../command/command-card-kind.ts';
import type { CustomCardTypes } from '../custom/custom-card-kind.ts';
import type { FormCardTypes } from '../form/form-card-kind.ts';
import type { PermissionCardTypes } from '../permission/permission-card-kind.ts';
import type { PlanCardTypes } from '../plan/plan-card-kind.ts';
import type { PreviewCardTypes } from '../preview/preview-card-kind.ts';
import type { QuestionCardTypes } from '../question/question-card-kind.ts';
import type { CallsOf, CardKind } from './card-kind.ts';

/** Every kind of card. Types only: the behaviour of a kind is loaded with its first card. */
export type CardKinds = {
  question: QuestionCardTypes;
  preview: PreviewCardTypes;
  plan: PlanCardTypes;
  custom: CustomCardTypes;
  run: CommandCardTypes;
  permission: PermissionCardTypes;
  form: FormCardTypes;
};

export type CardName = keyof CardKinds;

export type CardKindOf<Name extends CardName> = CardKind<CardKinds[Name]> & { name: Name };

/** State of one card, of any kind. */
export type CardState = CardKinds[CardName]['state'];

/** The calls to main of each kind of card. */
export type CardCalls = { [Name in CardName]: CallsOf<CardKinds[Name]> };
