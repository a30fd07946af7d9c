import { insertRows, isAnyOfCondition, updateRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { customer } from '@kushi/db/schema/customer'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { and, eq } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { enqueueMails, loadMessageText } from '../../../messaging/message/index.ts'
import { retryDay } from '../rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'
import { saveContractPromotion } from './benefit.ts'
import { loadLastOrders } from './last-order.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import type { SubscriptionChangePlan } from './plan-change.ts'
import { recordEvents } from './record-event.ts'
import { restartBillingAttempts, saveCycleNotes, saveSubscriptions } from './save-subscription.ts'
import { changeMessageKey, memberRecipientColumns, subscriptionMailTo } from './subscription-mail.ts'
import { writeYearlyRefund } from './yearly.ts'

/**
 * Writes changes of locked subscriptions of one shop, with their history and a mail each, in sets. Returns the new
 * rows.
 */
export async function saveSubscriptionChanges(
  tx: Tx,
  ctx: QueryContext,
  all: readonly SubscriptionChangePlan[],
): Promise<SavedPlan[]> {
  if (all.length === 0) return []
  const { shop_id } = ctx
  const today = ctx.clock.today()
  const rows = await saveSubscriptions(
    tx,
    shop_id,
    all.map(({ loaded, changed, amounts, agreed_terms }) => ({
      row: loaded.row,
      action: changed.action ?? null,
      content: { ...changed.set, delivery_fee: amounts.delivery_fee, agreed_terms },
    })),
  )
  const saved = all.map((one, index) => ({ ...one, row: rows[index]! }))
  await saveCycleNotes(
    tx,
    all.flatMap((one) => notesOf(one) ?? []),
  )
  await restartBillingAttempts(
    tx,
    shop_id,
    saved.flatMap(({ loaded, changed, changes, row }) => {
      const names = changes.map(({ name }) => name)
      const retry_on =
        changed.retry_on ??
        retryDay(
          row,
          names,
          today,
          arrangementTermsOfSubscription({ row, leads: loaded.leads }),
          loaded.dunning?.failure,
        )
      return retry_on !== null || changed.action ? [{ loaded, retry_on }] : []
    }),
  )
  await saveItems(tx, shop_id, all)
  for (const { loaded, taken } of all) if (taken) await saveContractPromotion(tx, ctx, loaded.row, taken)
  await recordEvents(
    tx,
    ctx,
    shop_id,
    saved.map(({ row, event, detail, changes }) => ({
      row,
      event,
      detail: { ...detail, changes, version: row.version },
    })),
  )
  for (const { changed } of saved) if (changed.yearly) await writeYearlyRefund(tx, ctx, changed.yearly, '解約')
  if (!ctx.is_quiet) await writeMails(tx, ctx, saved)
  return saved
}

/** After the notice was sent, the amount shown by a change replaces the promised one. null: nothing to write. */
function notesOf({ loaded, draft, amounts }: SubscriptionChangePlan) {
  const { noticed_for } = draft.notes
  const isNoticed = noticed_for !== null && noticed_for === draft.row.next_delivery_date
  const notes = { noticed_for, promised_total: isNoticed ? amounts.payment_total : null }
  const was = loaded.notes
  if (noticed_for === was.noticed_for && notes.promised_total === was.promised_total) return null
  return { row: loaded.row, notes }
}

const item = subscription_order_item

async function saveItems(tx: Tx, shop_id: number, all: readonly SubscriptionChangePlan[]): Promise<void> {
  const changing = all.flatMap(({ loaded, changed }) =>
    changed.items ? [{ subscription_id: loaded.row.id, old: loaded.items, items: changed.items }] : [],
  )
  const gone = changing.flatMap(({ old, items }) =>
    old.map(({ id }) => id).filter((id) => !items.some((one) => one.id === id)),
  )
  if (gone.length > 0) await tx.delete(item).where(and(eq(item.shop_id, shop_id), isAnyOfCondition(item.id, gone)))
  const wanted = changing.flatMap(({ subscription_id, items }) =>
    items.map((one) => ({ ...one, shop_id, subscription_id })),
  )
  const fresh = wanted.filter(({ id }) => id === 0)
  await insertRows(
    tx,
    item,
    fresh.map(({ id: _, ...values }) => values),
  )
  const kept = wanted.filter(({ id }) => id !== 0)
  await updateRows(tx, item, shop_id, kept, { key: ['id'], set: content })
}

/** The columns of an item that may change. */
const content = [
  ...(['product_sku_id', 'quantity', 'following_price', 'promised_from', 'agreed_price', 'agreed_from'] as const),
  ...(['lump_sum_payment_flag', 'lump_sum_payment_num', 'parts', 'only_cycle', 'except_cycle'] as const),
]

type SavedPlan = SubscriptionChangePlan & { row: SubscriptionRow }

async function writeMails(tx: Tx, ctx: QueryContext, all: readonly SavedPlan[]): Promise<void> {
  const { shop_id, settings } = ctx
  const seller = await loadCachedShop(ctx)
  const members = await tx
    .select({ id: customer.id, ...memberRecipientColumns })
    .from(customer)
    .where(
      and(
        eq(customer.shop_id, shop_id),
        isAnyOfCondition(
          customer.id,
          all.map(({ row }) => row.customer_id),
        ),
      ),
    )
  const memberOf = new Map(members.map((one) => [one.id, one]))
  const kinds = [...new Set(all.map(({ mail }) => mail))]
  const texts = new Map(
    await inOneRoundTrip(kinds.map(async (kind) => [kind, await loadMessageText(tx, shop_id, kind)] as const)),
  )
  const lastOf = await loadLastOrders(
    tx,
    all.map(({ row }) => row),
  )
  const mails = all.map(({ row, event, mail, changes, loaded, changed }) => {
    const to = { ...memberOf.get(row.customer_id)!, seller, text: texts.get(mail)!, leads: loaded.leads }
    return {
      dedupe_key: changeMessageKey(row),
      mail: subscriptionMailTo(to, settings, row, event, { changes, yearly: changed.yearly, last: lastOf(row) }),
      about: { customer_id: row.customer_id, subscription_id: row.id },
    }
  })
  await enqueueMails(tx, shop_id, mails)
}
