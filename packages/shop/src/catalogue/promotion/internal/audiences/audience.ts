import type { Queryable } from '@kushi/db/connect'
import type { promotion } from '@kushi/db/schema/promotion'
import { wrapInQuoteMarks } from '@kushi/values/price'
import type { Context } from '../../../../context.ts'
import type { AccountMatch, PersonAddress, SamePersonAccounts } from '../../../../people/person/index.ts'

export type PromotionRecord = typeof promotion.$inferSelect

/** The part of the context that finding a buyer's promotions needs. */
export type PromotionOfferContext = Pick<
  Context,
  'shop_id' | 'customer_id' | 'clock' | 'cache' | 'secrets' | 'settings' | 'ip'
> & {
  db: Queryable
}

/**
 * Looks up the buyer's other accounts. It is called at most once, when something that is given once per person is at
 * stake.
 */
export type LoadSamePersonAccounts = () => Promise<SamePersonAccounts>

export interface PromotionOfferRequest {
  ctx: PromotionOfferContext
  askSamePerson: LoadSamePersonAccounts
  /** The destination; absent: not known yet. */
  to?: PersonAddress | undefined
}

export interface AudienceFacts {
  /** The buyer's other accounts for which it is refused. */
  matches?: AccountMatch[]
  /** Accounts that had it, or ordered before, and may be the same person's. */
  doubts?: AccountMatch[]
}

type RefusedRow = Pick<PromotionRecord, 'promotion_name' | 'again_after_months'>

/** 「だれに」: to whom a promotion is given, or how often. */
export interface PromotionAudienceRule<Facts extends AudienceFacts> {
  /**
   * Loads the facts about the buyer for all promotions with this audience at once. Audiences with the same `load` share
   * it.
   */
  load(request: PromotionOfferRequest, rows: readonly PromotionRecord[]): Promise<(row: PromotionRecord) => Facts>
  /** Why it can't be had, ready to show; null: it can. */
  refuse(row: RefusedRow, facts: Facts, now: Date): string | null
  /** The key by which uses are counted, of which one can be written; null: not limited. */
  key?(facts: Facts): string | null
  /** An automatic promotion with this audience is not mentioned to a buyer who can't have it. */
  is_quiet?: true
}

export const NO_SAME_PERSON_ACCOUNTS: SamePersonAccounts = { certain: [], possible: [] }

/**
 * The words that stand for the other account in a message. They name nothing of it, because the reader may be somebody
 * who tries telephone numbers.
 */
export const sameContactText = '同じお電話番号またはご住所で、'

/** The message for a promotion that the person has used already. `isElsewhere`: with another account. */
export const usedByPersonText = (name: string, isElsewhere = false) =>
  `${wrapInQuoteMarks(name)}は、おひとり様1回限りです。${isElsewhere ? sameContactText : ''}すでにご利用いただいているため、適用されません。`

/** The message for a promotion that was used at this address already. */
export const usedAtAddressText = (name: string) =>
  `${wrapInQuoteMarks(name)}は、お届け先のご住所ごとに1回限りです。このご住所ではすでにご利用いただいているため、適用されません。`

/** The message to a guest about a promotion for certain members. */
export const memberOnlyText = (name: string) =>
  `${wrapInQuoteMarks(name)}は、対象の会員の方だけの特典です。ログインしてお確かめください。`
