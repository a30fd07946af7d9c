/**
 * Kinds of self-checks (自己点検). `charges`: compares the stated charges with those of sample purchases. `confirmation`:
 * checks that the last screen before an order states every item required by law (特定商取引法 12条の6).
 */
export const SELF_CHECK_KINDS = ['charges', 'confirmation'] as const

/**
 * Label of a finding about a promotion that may not run any more. The screen 今日 checks this again itself, so that the
 * finding disappears once it is corrected.
 */
export const PROMOTION_CHECK_LABEL = '特典'

/** One item of a self-check (自己点検). */
export interface SelfCheckItem {
  /** The page, or the product whose confirmation it is. */
  subject: string
  /** 「送料」, 「分量」 */
  label: string
  is_met: boolean
  /** The statement that a customer reads. */
  said: string
  /** The charged amount, or the missing item; empty: the statement is true. */
  fact: string
}
