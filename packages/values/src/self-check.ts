/**
 * 自己点検. `charges`: the shop bought from itself, and what it says was compared with what it charges. `confirmation`: the
 * last screen before an order was walked, with each item that the law asks for (特定商取引法 12条の6).
 */
export const SELF_CHECK_KINDS = ['charges', 'confirmation'] as const
export type SelfCheckKind = (typeof SELF_CHECK_KINDS)[number]

/** The label of a promotion that may not run any more. 今日 asks for it itself, so that it is gone when it is mended. */
export const PROMOTION_LABEL = '特典'

/** One thing that was looked at. */
export interface SelfCheckItem {
  /** The page, or the product whose confirmation it is. */
  subject: string
  /** 「送料」, 「分量」 */
  label: string
  is_met: boolean
  /** What a customer reads. */
  said: string
  /** What is charged, or missing; empty: as said. */
  fact: string
}
