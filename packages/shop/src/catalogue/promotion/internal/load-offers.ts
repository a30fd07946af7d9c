import { isAmong } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { promotion, promotion_code, promotion_member, promotion_use } from '@kushi/db/schema/promotion'
import { refersTo } from '@kushi/db/shop-scope'
import { couponCode, LINK_MARK, type PromotionTerms } from '@kushi/values/promotion'
import { and, desc, eq, gt, inArray, isNull, ne, notInArray, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import {
  type AccountMatch,
  findAddressKeys,
  houseText,
  type PersonAddress,
  type SamePerson,
} from '../../../people/person/index.ts'
import { introductionsBy } from '../referral-promotions.ts'
import {
  mayAgainFrom,
  offerOver,
  offerRefusal,
  ownLink,
  type PromotionMember,
  promotionTermsOf,
  unknownCode,
} from '../rules/offer.ts'

type OfferContext = Pick<Context, 'shop_id' | 'customer_id' | 'clock' | 'cache' | 'secrets' | 'settings' | 'ip'> & {
  db: Queryable
}

/** Asks for the buyer's other accounts, once, when something that is once a person is at stake. */
export type AskSamePerson = () => Promise<SamePerson>

type PromotionRow = typeof promotion.$inferSelect

/** A promotion that this buyer may have now, as far as is known of them. */
export interface PromotionOffer {
  terms: PromotionTerms
  /** null: automatic. `id` null: a member's link. */
  coupon: { id: number | null; code: string } | null
  /** お友だち紹介: whose link it is, and the points for them. */
  introducer: { customer_id: number; points: number } | null
  /** By what its uses are counted, of which only one can be written: the person, or the address. null: not limited. */
  use_key: string | null
  /** Accounts that had it, or ordered before, and may be the same person's. */
  doubts: AccountMatch[]
}

/** One that this buyer can't have, or a code that nobody has. */
export interface RefusedOffer {
  promotion_id: number | null
  /** The code as typed, if nobody has it. */
  promotion_name: string
  coupon_code: string | null
  message: string
  /** The buyer's other accounts for which it is refused. */
  matches: AccountMatch[]
}

export interface Offers {
  offers: PromotionOffer[]
  refused: RefusedOffer[]
}

/** The promotions of a purchase: the automatic ones, and those of its codes. Each once. `to`: where it goes; left out: not known yet. */
export async function loadPromotionOffers(
  ctx: OfferContext,
  coupon_codes: readonly string[],
  askSamePerson: AskSamePerson,
  to?: PersonAddress,
): Promise<Offers> {
  const automatic = (await automaticOf(ctx)).map((row) => ({ row, coupon: null, introducer: null }))
  const codes = [...new Set(coupon_codes.map(couponCode))].filter((code) => code !== '')
  const byCode = codes.length === 0 ? [] : await promotionsOf(ctx, codes)
  const links = codes.filter((code) => code.startsWith(LINK_MARK) && byCode.every(({ coupon }) => coupon.code !== code))
  const byFriend = links.length === 0 ? [] : await introductionsBy(ctx, links)
  const unknown = codes.filter((code) => [...byCode, ...byFriend].every(({ coupon }) => coupon.code !== code))
  const asked = [...new Map([...automatic, ...byCode, ...byFriend].map((one) => [one.row.id, one])).values()]
  const rows = asked.map(({ row }) => row)
  const past = await loadPast(ctx, rows, askSamePerson)
  const member = await loadMember(ctx, rows)
  const here = await loadDestination(ctx, rows, askSamePerson, to)
  const { certain, possible } = byFriend.length === 0 ? noOthers : await askSamePerson()
  const result: Offers = {
    offers: [],
    refused: unknown.map((code) => ({
      promotion_id: null,
      promotion_name: code.startsWith(LINK_MARK) ? 'リンクの特典' : code,
      coupon_code: code,
      message: unknownCode(code),
      matches: [],
    })),
  }
  for (const { row, coupon, introducer } of asked) {
    const { use_key, matches, doubts, ...person } = past(row)
    const isIntroducer = ({ customer_id }: { customer_id: number | null }) => customer_id === introducer?.customer_id
    const occasion = { ...person, member, was_sent_here: here.wasSent(row) }
    const isOwn = isIntroducer(ctx) || certain.some(isIntroducer)
    const message = isOwn
      ? ownLink(row.promotion_name)
      : offerRefusal(row, coupon, { now: ctx.clock.now(), ...occasion })
    if (message === null)
      result.offers.push({
        terms: promotionTermsOf(row),
        coupon,
        introducer,
        use_key: use_key ?? here.keyOf(row),
        doubts: [...new Set([...doubts, ...here.doubtsOf(row), ...possible.filter(isIntroducer)])],
      })
    else if (coupon !== null || (isMeant(row, member) && isHad(occasion)))
      result.refused.push({
        promotion_id: row.id,
        promotion_name: row.promotion_name,
        coupon_code: coupon?.code ?? null,
        message,
        matches: isOwn ? certain.filter(isIntroducer) : matches,
      })
  }
  return result
}

/**
 * The promotion that a shop offers to a running contract of this member, in its own cycles; a sentence: why it can't be had now. Who only
 * may be the same person is not asked.
 */
export async function loadContractOffer(
  ctx: OfferContext,
  promotion_id: number,
  askSamePerson: AskSamePerson,
): Promise<PromotionOffer | string> {
  const [row] = await ctx.db
    .select()
    .from(promotion)
    .where(
      and(
        eq(promotion.shop_id, ctx.shop_id),
        eq(promotion.id, promotion_id),
        eq(promotion.trigger, 'cancel_offer'),
        ne(promotion.status, 'draft'),
      ),
    )
  if (!row) return offerOver
  const { use_key, matches: _, doubts: __, ...person } = (await loadPast(ctx, [row], askSamePerson))(row)
  const occasion = { ...person, now: ctx.clock.now(), member: await loadMember(ctx, [row]), was_sent_here: false }
  return (
    offerRefusal(row, null, occasion) ?? {
      terms: promotionTermsOf(row),
      coupon: null,
      introducer: null,
      use_key,
      doubts: [],
    }
  )
}

/** Those that have not ended; whether they have begun is asked each time. */
function automaticOf(ctx: OfferContext): Promise<PromotionRow[]> {
  const query = () =>
    ctx.db
      .select()
      .from(promotion)
      .where(
        and(
          eq(promotion.shop_id, ctx.shop_id),
          eq(promotion.status, 'active'),
          eq(promotion.trigger, 'automatic'),
          or(isNull(promotion.ends_at), gt(promotion.ends_at, ctx.clock.now())),
        ),
      )
      .orderBy(promotion.id)
  return ctx.cache ? ctx.cache.get(`promotions of ${ctx.shop_id}`, query) : query()
}

async function promotionsOf({ db, shop_id }: OfferContext, codes: readonly string[]) {
  const rows = await db
    .select({ row: promotion, coupon: promotion_code })
    .from(promotion_code)
    .innerJoin(promotion, refersTo(promotion_code.promotion_id, promotion))
    .where(and(eq(promotion_code.shop_id, shop_id), inArray(promotion_code.code, [...codes])))
    .orderBy(promotion_code.id)
  // A promotion that is not ready is not there yet; what is only for a link is for no code.
  const opens = ({ trigger }: PromotionRow, code: string) =>
    trigger === 'code' || (trigger === 'link' && code.startsWith(LINK_MARK))
  return rows
    .filter(({ row, coupon }) => row.status !== 'draft' && opens(row, coupon.code))
    .map((one) => ({ ...one, introducer: null }))
}

/** Nobody asked for an automatic promotion that is meant for others. */
const isMeant = ({ id, member_scope }: PromotionRow, member: PromotionMember | null) =>
  member_scope === 'anybody' || (member_scope === 'listed' && member?.isListed(id) === true)

const isHad = (past: { last_used: Date | null; has_ordered: boolean; was_sent_here: boolean | null }) =>
  past.last_used !== null || past.has_ordered || past.was_sent_here !== false

/** The member, as far as one of the promotions asks for it. */
async function loadMember(
  { db, shop_id, customer_id }: OfferContext,
  rows: readonly PromotionRow[],
): Promise<PromotionMember | null> {
  if (customer_id === null) return null
  const lists = rows.filter(({ member_scope }) => member_scope === 'listed').map(({ id }) => id)
  const mine = and(eq(promotion_member.shop_id, shop_id), eq(promotion_member.customer_id, customer_id))
  const listed =
    lists.length === 0
      ? []
      : await db
          .select({ id: promotion_member.promotion_id })
          .from(promotion_member)
          .where(and(mine, inArray(promotion_member.promotion_id, lists)))
  const [born] = rows.some(({ member_scope }) => member_scope === 'birthday_month')
    ? await db
        .select({ birthday: customer.birthday })
        .from(customer)
        .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id)))
    : []
  return { isListed: (id) => listed.some((one) => one.id === id), birthday: born?.birthday ?? null }
}

/**
 * What was had at the destination, of promotions once an address: there by anybody, in another room of the house by the person, or
 * perhaps the person (a doubt). A guest, who could ask for any, is told nothing.
 */
async function loadDestination(
  ctx: OfferContext,
  rows: readonly PromotionRow[],
  askSamePerson: AskSamePerson,
  to: PersonAddress | undefined,
) {
  const ids = rows.filter(({ audience }) => audience === 'once_address').map(({ id }) => id)
  const nothing = {
    wasSent: (): boolean | null => false,
    keyOf: (): string | null => null,
    doubtsOf: (): AccountMatch[] => [],
  }
  if (ids.length === 0 || to === undefined || ctx.customer_id === null) return nothing
  const keys = (await findAddressKeys(ctx, to))?.map((key) => `address:${key}`)
  const uses = keys
    ? await ctx.db
        .select({ promotion_id: promotion_use.promotion_id })
        .from(promotion_use)
        .where(
          and(
            eq(promotion_use.shop_id, ctx.shop_id),
            inArray(promotion_use.promotion_id, ids),
            inArray(promotion_use.person_key, keys),
            isNull(promotion_use.released_at),
          ),
        )
    : []
  const { certain, possible } = keys ? await askSamePerson() : noOthers
  const own = [ctx.customer_id, ...certain.map(({ customer_id }) => customer_id)]
  const others = possible.map(({ customer_id }) => customer_id)
  const inHouse = keys ? await usesInHouse(ctx, [...own, ...others], ids, to) : []
  const hadInHouse = ({ id }: PromotionRow, customer_ids: readonly number[]) =>
    inHouse.some((use) => use.promotion_id === id && customer_ids.includes(use.customer_id))
  const isOurs = ({ id }: PromotionRow) => ids.includes(id)
  return {
    wasSent: (row: PromotionRow) =>
      isOurs(row) && (keys ? uses.some(({ promotion_id }) => promotion_id === row.id) || hadInHouse(row, own) : null),
    keyOf: (row: PromotionRow) => (isOurs(row) ? (keys?.[0] ?? null) : null),
    doubtsOf: (row: PromotionRow) => possible.filter(({ customer_id }) => hadInHouse(row, [customer_id])),
  }
}

/** A person has not had more than these at once. */
const MOST_USES = 500

/** Uses of these accounts whose orders went to the same house, in whichever room. */
async function usesInHouse(
  { db, shop_id }: OfferContext,
  customer_ids: readonly number[],
  promotion_ids: readonly number[],
  to: PersonAddress,
) {
  const house = houseText(to)
  if (house === null) return []
  const rows = await db
    .select({ promotion_id: promotion_use.promotion_id, customer_id: promotion_use.customer_id, order: orders })
    .from(promotion_use)
    .innerJoin(orders, refersTo(promotion_use.order_id, orders))
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAmong(promotion_use.customer_id, customer_ids),
        isAmong(promotion_use.promotion_id, promotion_ids),
        eq(promotion_use.is_counted, true),
        isNull(promotion_use.released_at),
      ),
    )
    .orderBy(desc(promotion_use.id))
    .limit(MOST_USES)
  return rows.filter(({ order }) => houseText(order) === house)
}

/** What the person has had so far, in any account of theirs, and what others had who may be the same person. */
async function loadPast(ctx: OfferContext, rows: readonly PromotionRow[], askSamePerson: AskSamePerson) {
  const limited = rows.filter(({ audience }) => audience !== 'everybody' && audience !== 'once_address')
  const { certain, possible } = limited.length === 0 ? noOthers : await askSamePerson()
  const mine: AccountMatch[] = ctx.customer_id === null ? [] : [{ customer_id: ctx.customer_id, kinds: [] }]
  const all = [...mine, ...certain, ...possible].map(({ customer_id }) => customer_id)
  const used = limited.length === 0 ? [] : await usesOf(ctx, all, limited)
  const ordered = limited.some(({ audience }) => audience === 'new') ? await orderedOf(ctx, all) : []
  const ids = [...mine, ...certain].map(({ customer_id }) => customer_id)
  const today = ctx.clock.today()
  return (row: PromotionRow) => {
    const { id, audience, again_after_months } = row
    const usesOfAny = (accounts: readonly AccountMatch[]) =>
      used.filter(
        (use) => use.promotion_id === id && accounts.some(({ customer_id }) => customer_id === use.customer_id),
      )
    const counts = ({ created_at }: { created_at: Date }) =>
      audience !== 'again' || today < mayAgainFrom(created_at, again_after_months ?? 0)
    const hasUsed = (one: AccountMatch) => usesOfAny([one]).some(counts)
    const hasOrdered = ({ customer_id }: AccountMatch) => audience === 'new' && ordered.includes(customer_id)
    const hadIt = (one: AccountMatch) => hasUsed(one) || hasOrdered(one)
    const [last] = usesOfAny([...mine, ...certain])
    const person = limited.includes(row) && ids.length > 0 ? `member:${Math.min(...ids)}` : null
    return {
      last_used: last && counts(last) ? last.created_at : null,
      has_ordered: [...mine, ...certain].some(hasOrdered),
      is_elsewhere: !mine.some(hadIt),
      // The next use of one who may again has another key, the same for two at once.
      use_key: person && audience === 'again' ? `${person}:after:${last?.id ?? 0}` : person,
      matches: certain.filter(hadIt),
      doubts: possible.filter(hadIt),
    }
  }
}

const noOthers: SamePerson = { certain: [], possible: [] }

const usesOf = ({ db, shop_id }: OfferContext, customer_ids: number[], rows: readonly PromotionRow[]) =>
  db
    .select({
      id: promotion_use.id,
      promotion_id: promotion_use.promotion_id,
      customer_id: promotion_use.customer_id,
      created_at: promotion_use.created_at,
    })
    .from(promotion_use)
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAmong(promotion_use.customer_id, customer_ids),
        eq(promotion_use.is_counted, true),
        isNull(promotion_use.released_at),
        inArray(
          promotion_use.promotion_id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(promotion_use.id))

async function orderedOf({ db, shop_id }: OfferContext, customer_ids: number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ customer_id: orders.customer_id })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isAmong(orders.customer_id, customer_ids),
        notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled']),
      ),
    )
  return rows.map(({ customer_id }) => customer_id)
}
