/** Shown where there is room; the menu at the other end has it else. */
export const besideOthers =
  'inline-flex shrink-0 gap-0.5 @max-[34rem]:hidden pointer-coarse:@max-[38rem]:hidden short:hidden';

/** Shown where those are not. */
export const inTheirPlace = 'not-short:@min-[38rem]:hidden not-short:pointer-fine:@min-[34rem]:hidden';
