import type { SubscriptionChange } from '@kushi/contract/subscription'
import { subscription_event } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { AgreedTerms } from '@kushi/values/price-terms'
import { and, asc, eq } from 'drizzle-orm'
import type { PriceBook, PriceQuote } from '../../../catalogue/price/index.ts'
import type { PromotionOffer } from '../../../catalogue/promotion/index.ts'
import type { MemberContext, MemberQueryContext } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { withContractPromotion } from '../rules/benefit.ts'
import { isCancelOfferApplied } from '../rules/cancel-offer-applied.ts'
import { withoutPersonalValues } from '../rules/changes-between.ts'
import { draftSubscription } from '../rules/draft.ts'
import { dunningOf } from '../rules/dunning.ts'
import type { SubscriptionEventName } from '../rules/event-text.ts'
import { isRegularDelivery, regularItems } from '../rules/left-out.ts'
import {
  type SubscriptionLock,
  subscriptionLockErrorNames,
  subscriptionLockMessages,
  subscriptionLockOf,
} from '../rules/lock.ts'
import { statusAfterAction } from '../rules/subscription-status.ts'
import { type AcceptedPromotion, acceptedPromotionChange, requireEffectivePromotion } from './benefit.ts'
import { subscriptionChangesOf } from './changes-of.ts'
import { checkSubscriptionPayment } from './check-payment-of.ts'
import type { CycleNotes, LoadedSubscription, SubscriptionItem, SubscriptionRow } from './load-subscription.ts'
import { hasSamePriceRequest, priceDelivery } from './price-delivery.ts'
import type { EventDetail } from './record-event.ts'
import type { SubscriptionContent } from './save-subscription.ts'
import { buildSubscriptionView, type SubscriptionView } from './show-subscription.ts'
import { mailOfEvent, type SubscriptionMail } from './subscription-mail.ts'
import type { YearlyRefund } from './yearly.ts'

/** The result of a change to a subscription. `id` 0: a new item. */
export interface SubscriptionChangeOutcome {
  set: SubscriptionContent
  /** 休止, 解約, 再開. */
  action?: 'pause' | 'cancel' | 'reopen'
  /** The day on which to retry what failed. */
  retry_on?: CalendarDate
  items?: SubscriptionItem[]
  /** The announced facts of the delivery to restore. Absent: they follow from the change. */
  notes?: CycleNotes
  /** A promotion that the contract takes, in its own cycles. */
  benefit?: PromotionOffer
  /** 解約 of a 年払い: its refund. */
  yearly?: YearlyRefund | null
  /** The detail that the history stores beside the changes. */
  detail?: EventDetail
  /** The event, if another one than that of the request. */
  event?: SubscriptionEventName
}

/** A change to make to any subscription. */
export interface SubscriptionChangeRequest {
  event: SubscriptionEventName
  /** The mail's text, if that of the event does not state the reason. */
  mail?: SubscriptionMail
  /** The version that the member saw; absent: not checked. */
  version?: number | undefined
  /** `instead_of` is kept only if the change is the offer that it names. */
  detail?: EventDetail
  /** Made while the delivery is arranged or charged, when nothing else can be; absent: only while it is not. */
  isWhileArranged?: boolean
  /** Decides on the loaded subscription. Throws errors for the member. */
  apply(
    ctx: MemberQueryContext,
    loaded: LoadedSubscription,
  ): Promise<SubscriptionChangeOutcome> | SubscriptionChangeOutcome
  /** Checks the result before it is saved. */
  check?(after: SubscriptionView, changes: readonly SubscriptionChange[]): void | Promise<void>
}

/** A change that passed all checks. */
export interface SubscriptionChangePlan {
  loaded: LoadedSubscription
  event: SubscriptionEventName
  mail: SubscriptionMail
  changed: SubscriptionChangeOutcome
  /** The subscription as the change leaves it. */
  draft: LoadedSubscription
  /** The changes that the member sees. */
  changes: SubscriptionChange[]
  /** Yen, tax included, of the next delivery after the change. */
  amounts: { delivery_fee: number; payment_total: number }
  /** The terms that limit the price of its deliveries from now on. */
  agreed_terms: AgreedTerms
  /** The promotion that the change accepts, with its discount and gifts in the next delivery. */
  taken: AcceptedPromotion | null
  detail: EventDetail
}

/**
 * Checks one change by the member and writes nothing. `loaded`: the current subscription, locked if the change is to be
 * written. `book`: prices loaded already, for this subscription among others.
 * @throws ShopError 409 for a cancelled, arranged or meanwhile changed subscription, and the errors of the change
 * itself
 */
export async function planSubscriptionChange(
  ctx: MemberQueryContext,
  loaded: LoadedSubscription,
  change: SubscriptionChangeRequest,
  book?: PriceBook,
): Promise<SubscriptionChangePlan> {
  if (change.isWhileArranged) refuseUnarranged(loaded, ctx)
  else refuseLockedSubscription(loaded, ctx)
  if (change.version !== undefined && change.version !== loaded.row.version)
    throw await overtaken(ctx, loaded.row, change.version)
  const changed = await change.apply(ctx, loaded)
  const before = await buildSubscriptionView(ctx, loaded, { book })
  const phone = async () => (await loadShop(ctx)).phone_display
  const phone_display = await (ctx.cache ? ctx.cache.get(`phone of ${ctx.shop_id}`, phone) : phone())
  const draft = subscriptionAfterChange(loaded, changed)
  const known = hasSamePriceRequest(loaded, draft) ? before.quoted : undefined
  const after = await buildSubscriptionView(ctx, draft, { known, book })
  const was = { row: loaded.row, view: before.view }
  const is = { row: draft.row, view: after.view }
  const { benefit = null } = changed
  const taken = benefit && (await requireEffectivePromotion(ctx, benefit, draft, before, after))
  const said = taken ? [acceptedPromotionChange(taken.text)] : []
  const changes = [...said, ...(await subscriptionChangesOf(ctx, was, is, phone_display))]
  await change.check?.(after, changes)
  const parts = changes.map(({ name }) => name)
  await checkSubscriptionPayment(ctx, draft, after, parts)
  const agreed_terms = await agreedOf(ctx, draft, after.quoted)
  const { event = change.event } = changed
  const { instead_of, ...told } = { ...change.detail, ...changed.detail }
  const isMade =
    instead_of && isCancelOfferApplied(instead_of.taken, { event, parts, pieces: [piecesOf(loaded), piecesOf(draft)] })
  const detail: EventDetail = { ...told, ...(isMade && { instead_of }) }
  const { mail = mailOfEvent(event) } = change
  return { loaded, event, mail, changed, draft, changes, amounts: after.quoted.summary, agreed_terms, taken, detail }
}

/** The agreed terms for the regular items. */
async function agreedOf(ctx: MemberQueryContext, draft: LoadedSubscription, quoted: PriceQuote): Promise<AgreedTerms> {
  const { row, items } = draft
  const isRegular = isRegularDelivery(items, row)
  return (isRegular ? quoted : await priceDelivery(ctx, { ...draft, items: regularItems(items) })).agreed
}

const piecesOf = ({ items }: Pick<LoadedSubscription, 'items'>) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns a subscription as a change would leave it, with its status. */
export function subscriptionAfterChange(
  loaded: LoadedSubscription,
  changed: SubscriptionChangeOutcome,
): LoadedSubscription {
  const { row, ...draft } = draftSubscription(loaded, changed)
  const summary_status = changed.action ? statusAfterAction(row.summary_status, changed.action) : row.summary_status
  if (summary_status === null)
    throw new Error(`subscription ${row.id}: no ${changed.action} from status ${row.summary_status}`)
  const dunning = dunningOf(summary_status, loaded.attempts)
  const { benefit } = changed
  const benefits = benefit ? withContractPromotion(loaded.benefits, benefit.terms) : loaded.benefits
  return { ...draft, row: { ...row, summary_status }, dunning, benefits }
}

/** Refuses a change while the subscription is locked. @throws ShopError 409 */
export function refuseLockedSubscription(loaded: LoadedSubscription, ctx: Pick<MemberContext, 'clock'>): void {
  const lock = subscriptionLockOf(loaded, ctx.clock.today())
  if (lock) throw subscriptionLockedError(lock)
}

/** @throws ShopError 409 when it has ended, or when it can simply be changed */
function refuseUnarranged(loaded: LoadedSubscription, ctx: Pick<MemberContext, 'clock'>): void {
  const lock = subscriptionLockOf(loaded, ctx.clock.today())
  if (lock === 'cancelled') throw subscriptionLockedError(lock)
  if (lock === null)
    throw new ShopError(
      409,
      'ERROR_SUBSCRIPTION_NOT_ARRANGED',
      'いま手配しているお届けはありません。画面を読み込み直して、もう一度お手続きください。',
    )
}

/** The error of a change while the subscription is locked, 409. */
export const subscriptionLockedError = (lock: SubscriptionLock) =>
  new ShopError(409, subscriptionLockErrorNames[lock], subscriptionLockMessages[lock])

/** Makes the error for a change that another tab, device or operator overtook. It names the changed parts. */
async function overtaken(
  { db, hides_people }: MemberQueryContext,
  row: SubscriptionRow,
  version: number,
): Promise<ShopError> {
  const events = await db
    .select({ detail: subscription_event.detail })
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, row.shop_id), eq(subscription_event.subscription_id, row.id)))
    .orderBy(asc(subscription_event.id))
  const since = events.map((event) => event.detail as EventDetail).filter((one) => (one.version ?? 0) > version)
  const all = since.flatMap((one) => one.changes ?? [])
  const changes = hides_people ? withoutPersonalValues(all) : all
  const what = changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)
  return new ShopError(
    409,
    'ERROR_SUBSCRIPTION_CHANGED',
    `ほかの画面または端末で、先に変更されました。${what.length > 0 ? `(${what.join('、')})` : ''}新しい内容をご確認のうえ、もう一度お試しください。`,
    {
      fields: changes.map(({ name, label, after }) => ({
        path: name,
        message_id: 'changed',
        message: `${label}: ${after}`,
      })),
    },
  )
}
