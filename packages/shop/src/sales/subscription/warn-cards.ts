import { updateRows } from '@kushi/db/bulk-rows'
import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { formatCardExpire } from '@kushi/values/card'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { SubscriptionCardState } from '@kushi/values/known-card'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { loadLeadTimes, type ShopLeadTimes } from '../../catalogue/delivery/index.ts'
import type { Context } from '../../context.ts'
import { inParallel } from '../../in-parallel.ts'
import { enqueueLineMessageToMember, enqueueMail } from '../../messaging/message/index.ts'
import type { SavedCard } from '../../ports/card-port.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { loadSubscriptionsWithDetails, type SubscriptionRow } from './internal/load-subscription.ts'
import { priceDelivery, priceLaterDelivery } from './internal/price-delivery.ts'
import { recordEvent } from './internal/record-event.ts'
import { deliveryFailedLine } from './internal/subscription-line.ts'
import { subscriptionMail } from './internal/subscription-mail.ts'
import { chargesAfterExpiry, dueCardWarning } from './rules/card-warning.ts'
import { eventText } from './rules/event-text.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'

/** A card's last month is asked again after so many days, because a provider may renew it (洗替). */
const ASKED_AGAIN_DAYS = 30
const PAGE = 500
/** Calls to the provider at a time. */
const WORKERS = 4

/**
 * 有効期限のお知らせ, a job: warns members 45 and 14 days before a charge that falls after the card's expiry. Asks the provider
 * for a card that is new, once every 30 days, and before each warning. `broken`: cards whose expiry could not be read.
 */
export async function warnExpiringCards(ctx: Context, budgetMs = 540_000): Promise<{ broken: number }> {
  const end = performance.now() + budgetMs
  const leads = await loadLeadTimes(ctx)
  const today = ctx.clock.today()
  const inTime = () => performance.now() < end
  let broken = 0
  for (let after = 0; inTime(); ) {
    const rows = await ctx.db
      .select({ row: subscription, gmo_id: customer.gmo_id })
      .from(subscription)
      .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
      .where(
        and(
          eq(subscription.shop_id, ctx.shop_id),
          gt(subscription.id, after),
          eq(subscription.summary_status, SUBSCRIPTION_STATUS.normal),
          isNull(subscription.final_cycle),
          eq(subscription.payment_method_id, PAYMENT_METHOD.credit_card),
          isNotNull(subscription.card_seq),
          isNotNull(customer.gmo_id),
        ),
      )
      .orderBy(asc(subscription.id))
      .limit(PAGE)
    if (rows.length === 0) break
    await inParallel(rows, WORKERS, inTime, async ({ row, gmo_id }) => {
      const known = row.known_card?.card_seq === row.card_seq ? row.known_card : null
      const isFresh = known !== null && known.asked_on > addDays(today, -ASKED_AGAIN_DAYS)
      if (isFresh && (await dueOf(ctx, row, leads, known)) === null) return
      try {
        const cards = await ctx.ports.card.listCards(gmo_id!)
        const card = cards.find((one) => one.card_seq === row.card_seq) ?? null
        const expire = card?.expire ?? null
        const { told, told_for } = known?.expire === expire ? known : { told: null, told_for: null }
        const now = { card_seq: row.card_seq!, expire, asked_on: today, told, told_for }
        await note(ctx, row, now, card, await dueOf(ctx, row, leads, now))
      } catch (error) {
        if (!(error instanceof PaymentRefused || error instanceof PaymentUnavailable)) throw error
        broken += 1
        ctx.log.warn({ err: error, subscription: row.id }, 'expiry of a card not known')
      }
    })
    after = rows.at(-1)!.row.id
  }
  return { broken }
}

interface Warning {
  told: NonNullable<SubscriptionCardState['told']>
  told_for: CalendarDate
}

/** The warning of the first charge of money that the card will not live to see; null: none is due today. */
async function dueOf(
  ctx: Context,
  row: SubscriptionRow,
  leads: ShopLeadTimes,
  card: SubscriptionCardState,
): Promise<Warning | null> {
  const today = ctx.clock.today()
  for (const { cycle, charge } of chargesAfterExpiry(
    row,
    arrangementTermsOfSubscription({ row, leads }),
    card,
    today,
  )) {
    const told = dueCardWarning(card, charge, today)
    if (told === null) return null
    const [loaded] = await loadSubscriptionsWithDetails(ctx, [row])
    const total =
      cycle === row.cycle
        ? (await priceDelivery(ctx, loaded!)).summary.payment_total
        : await priceLaterDelivery(ctx, loaded!, cycle)
    if (total > 0) return { told, told_for: charge }
  }
  return null
}

/** Saves the state of the card, and sends the member the due warning. */
const note = (
  ctx: Context,
  seen: SubscriptionRow,
  now: SubscriptionCardState,
  card: SavedCard | null,
  due: Warning | null,
) =>
  ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(subscription).where(sameRowCondition(subscription, seen)).for('update')
    if (row!.card_seq !== now.card_seq || row!.summary_status !== SUBSCRIPTION_STATUS.normal) return
    const known_card = { ...now, ...due }
    await updateRows(tx, subscription, ctx.shop_id, [{ ...row!, known_card }], { key: ['id'], set: ['known_card'] })
    if (!due) return
    const event = 'card_expiring'
    await recordEvent(tx, ctx, row!, event)
    const day = formatDateWithWeekday(due.told_for)
    const why = card
      ? `お支払いのカード(下4桁 ${card.card_info.slice(-4)}、有効期限 ${formatCardExpire(card.expire)})は、${day}のお支払いの前に、有効期限が切れます。`
      : `お支払いのカードの登録がないため、${day}のお支払いができません。`
    const next = `マイページで、${card ? '新しい有効期限の' : ''}カードを登録するか、お支払い方法を変更してください。`
    const key = `card-expiring:${row!.id}:${now.card_seq}:${now.expire}:${due.told_for}:${due.told}`
    const about = { customer_id: row!.customer_id, subscription_id: row!.id }
    await enqueueMail(tx, ctx.shop_id, key, await subscriptionMail(tx, ctx, row!, event, { why, next }), about)
    const facts = { what: eventText(event), why, next }
    await enqueueLineMessageToMember(
      tx,
      row!,
      key,
      deliveryFailedLine(tx, ctx, row!, facts, 'line_subscription_card_expiring'),
      about,
    )
  })
