import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { delivery } from '@kushi/db/schema/delivery'
import { order_item } from '@kushi/db/schema/order'
import { subscription, subscription_cycle } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { orderedQuantityTexts } from '@kushi/values/product-set'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { enqueueMails } from '../../../messaging/message/index.ts'
import { publishEvents } from '../../../messaging/webhook/index.ts'
import { orderEventData } from '../../order/index.ts'
import type { OrderRow, SubscriptionRow } from './load-subscription.ts'
import { recordEvents } from './record-event.ts'
import { saveSubscriptions } from './save-subscription.ts'
import { loadSubscriptionMailContext, type SubscriptionMailContext, subscriptionMailTo } from './subscription-mail.ts'

type ArrangedOrder = Pick<OrderRow, 'id' | 'order_no' | 'delivery_id' | 'delivery_date' | 'payment_total'>

type Method = Pick<typeof delivery.$inferSelect, 'id' | 'delivery_name'>

/** An arranged delivery. `mail`: the correspondence for the member, if it is loaded. */
export interface ArrangedDelivery {
  row: SubscriptionRow
  order: ArrangedOrder
  mail?: SubscriptionMailContext | undefined
}

/** 手配済み: paid, or payable on delivery, of one shop. Runs in the transaction that sets the orders to `arranged`. */
export async function completeArrangement(tx: Tx, ctx: QueryContext, all: readonly ArrangedDelivery[]): Promise<void> {
  const { shop_id } = ctx
  const rows = await saveSubscriptions(
    tx,
    shop_id,
    all.map(({ row }) => ({ row, action: 'arrange', content: {} })),
  )
  const saved = all.map((one, index) => ({ ...one, row: rows[index]! }))
  await recordEvents(
    tx,
    ctx,
    shop_id,
    saved.map(({ row, order: { order_no } }) => ({
      row,
      event: 'arranged',
      detail: { order_no, version: row.version },
    })),
  )
  await publishEvents(
    tx,
    { shop_id, at: ctx.clock.now() },
    all.map(({ order }) => ({ event: 'order.placed', data: orderEventData({ ...order, status: 'arranged' }) })),
  )
  const methods = await tx
    .select({ id: delivery.id, delivery_name: delivery.delivery_name })
    .from(delivery)
    .where(eq(delivery.shop_id, shop_id))
  const items = await tx
    .select()
    .from(order_item)
    .where(
      and(
        eq(order_item.shop_id, shop_id),
        inArray(
          order_item.order_id,
          all.map(({ order }) => order.id),
        ),
      ),
    )
    .orderBy(asc(order_item.id))
  const noticed = await noticedDays(tx, shop_id, saved)
  const mails = []
  for (const { row, order, mail } of saved) {
    const to = mail ?? (await loadSubscriptionMailContext({ ...ctx, db: tx }, row, 'arranged'))
    const goods = items.filter(({ order_id }) => order_id === order.id)
    mails.push({
      dedupe_key: `subscription-arranged:${order.order_no}`,
      mail: subscriptionMailTo(to, ctx.settings, row, 'arranged', {
        facts: [...orderedQuantityTexts(goods), ...factsOf(order, methods, noticed.get(row.id) ?? null)],
        pictures: goods.map(({ product_image }) => product_image),
      }),
      about: { customer_id: row.customer_id, order_id: order.id, subscription_id: row.id },
    })
  }
  await enqueueMails(tx, shop_id, mails)
}

/** The delivery day that each delivery's notice named, by subscription. */
async function noticedDays(tx: Tx, shop_id: number, all: readonly { row: SubscriptionRow }[]) {
  const notices = await tx
    .select({ id: subscription.id, noticed_for: subscription_cycle.noticed_for })
    .from(subscription_cycle)
    .innerJoin(subscription, refersToCondition(subscription_cycle.subscription_id, subscription))
    .where(
      and(
        eq(subscription_cycle.shop_id, shop_id),
        isAnyOfCondition(
          subscription_cycle.subscription_id,
          all.map(({ row }) => row.id),
        ),
        eq(subscription_cycle.cycle, subscription.cycle),
      ),
    )
  return new Map(notices.map(({ id, noticed_for }) => [id, noticed_for]))
}

/** `noticed_for`: a delivery that came too late for that day, or for which a 休業日 was announced since, has another. */
const factsOf = (
  { order_no, delivery_id, delivery_date, payment_total }: ArrangedOrder,
  methods: readonly Method[],
  noticed_for: CalendarDate | null,
) => [
  `ご注文番号: ${order_no}`,
  `配送方法: ${methods.find(({ id }) => id === delivery_id)!.delivery_name}`,
  `お届け予定日: ${delivery_date ? formatDateWithWeekday(delivery_date) : '最短'}${movedText(delivery_date, noticed_for)}`,
  `お支払い金額: ${formatYen(payment_total)}(税込)`,
]

const movedText = (day: CalendarDate | null, noticed_for: CalendarDate | null): string =>
  day === null || noticed_for === null || day === noticed_for
    ? ''
    : `(先にお知らせした${formatDateWithWeekday(noticed_for)}から変わりました)`
