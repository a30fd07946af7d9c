import type { Queryable } from '@kushi/db/connect'
import type { promotion } from '@kushi/db/schema/promotion'
import { quoteName } from '@kushi/values/price'
import type { Context } from '../../../../context.ts'
import type { AccountMatch, PersonAddress, SamePerson } from '../../../../people/person/index.ts'

export type PromotionRecord = typeof promotion.$inferSelect

export type OfferContext = Pick<
  Context,
  'shop_id' | 'customer_id' | 'clock' | 'cache' | 'secrets' | 'settings' | 'ip'
> & {
  db: Queryable
}

/** Asks for the buyer's other accounts, once, when something that is once a person is at stake. */
export type AskSamePerson = () => Promise<SamePerson>

export interface OfferRequest {
  ctx: OfferContext
  askSamePerson: AskSamePerson
  /** Where it goes; left out: not known yet. */
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
export interface Audience<Facts extends AudienceFacts> {
  /** What it has to know of the buyer, for all promotions with it at once; audiences with the same one share it. */
  load(request: OfferRequest, rows: readonly PromotionRecord[]): Promise<(row: PromotionRecord) => Facts>
  /** Why it can't be had, ready to show; null: it can. */
  refuse(row: RefusedRow, facts: Facts, now: Date): string | null
  /** By what its uses are counted, of which only one can be written; null: not limited. */
  key?(facts: Facts): string | null
  /** Nothing is said of an automatic one, whoever had it. */
  is_quiet?: true
}

export const noMatches: SamePerson = { certain: [], possible: [] }

/** Nothing of the other account is named: it may be somebody who only tries telephone numbers. */
export const elsewhereText = '同じお電話番号またはご住所で、'

export const usedBeforeText = (name: string, isElsewhere = false) =>
  `${quoteName(name)}は、おひとり様1回限りです。${isElsewhere ? elsewhereText : ''}すでにご利用いただいているため、適用されません。`

export const usedHereText = (name: string) =>
  `${quoteName(name)}は、お届け先のご住所ごとに1回限りです。このご住所ではすでにご利用いただいているため、適用されません。`

/** Of an audience of members. */
export const toGuest = (name: string) =>
  `${quoteName(name)}は、対象の会員の方だけの特典です。ログインしてお確かめください。`
