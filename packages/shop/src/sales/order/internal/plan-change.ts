import { createHash } from 'node:crypto'
import type { ChosenOrderItems, OrderChange } from '@kushi/contract/admin/order'
import type { QuotedGift } from '@kushi/contract/quote'
import { delivery } from '@kushi/db/schema/delivery'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { itemPiecesText } from '@kushi/values/product'
import { orderedPiecesTexts } from '@kushi/values/product-set'
import { toWrappingChoice, wrappingFee } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'
import { and, eq, sql } from 'drizzle-orm'
import { earliestDeliveryDayTo, selectableDeliveryDates } from '../../../catalogue/delivery/index.ts'
import type { StockedItem } from '../../../catalogue/price/index.ts'
import type { PromotionWorth } from '../../../catalogue/promotion/index.ts'
import type { Context } from '../../../context.ts'
import { loadShop, nameAtTimeSql } from '../../../foundation/setting/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import type { PaymentRow } from '../../payment/index.ts'
import { orderChanges } from '../rules/order-changes.ts'
import { checkChangedTotal, needsProviderChange } from './changed-money.ts'
import { requireOfferedWrapping } from './chosen-wrapping.ts'
import { selectLastPayment } from './lock-order.ts'
import { boughtSkuQuantities, type ItemRow, loadOrderItems, type OrderRow } from './order-row.ts'
import { changedPiecePrices, type NormalPricing, repriceOrder } from './reprice-order.ts'

/** The planned change of an order, calculated and checked; nothing is written yet. */
export interface PlannedChange {
  before: OrderRow
  sold: ItemRow[]
  /** The order's last payment. */
  paid: PaymentRow | null
  after: OrderRow
  /** The new items; null: unchanged. */
  items: StockedItem[] | null
  /** The gifts of the order's promotions with the new items. */
  gifts: readonly QuotedGift[]
  granted: readonly PromotionWorth[]
  changes: ReturnType<typeof orderChanges>
  /** Whether the provider has to be called. */
  is_billed: boolean
}

/**
 * A hash of everything in an order that people can change. A screen sends it back, so that a change made meanwhile is
 * noticed.
 */
export const orderVersion = ({ is_repeat: _, ...order }: OrderRow, items: readonly ItemRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify([order, items.map((item) => [item.product_sku_id, item.quantity, item.price])]))
    .digest('hex')
    .slice(0, 32)

/** The present order in the form of a change request that changes nothing. */
export const unchangedOrderChange = (order: OrderRow, rows: readonly ItemRow[]) => {
  const { delivery_notes, delivery_id, delivery_time_id, delivery_date, adjustment_amount } = order
  return {
    version: orderVersion(order, rows),
    shipping_address: order,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    adjustment_amount,
    items: boughtSkuQuantities(rows),
  }
}

/**
 * Calculates and checks a change of an order; writes nothing.
 * @throws ShopError 409 when the order was changed meanwhile, 422 beside the fields
 */
export async function planOrderChange(
  ctx: Context,
  before: OrderRow,
  change: Omit<OrderChange, 'decision_reason' | 'notify'> & { items: ChosenOrderItems },
  normal?: NormalPricing,
): Promise<PlannedChange> {
  const { db, shop_id } = ctx
  const sold = await loadOrderItems(db, before)
  if (orderVersion(before, sold) !== change.version) throw orderChangedError()
  const [paid = null] = await selectLastPayment(db, before)
  const { was, is } = await checkDeliveryChange(ctx, before, change)
  const { wrapping: wanted = toWrappingChoice(before.wrapping) } = change
  const wrapping =
    change.wrapping === undefined && change.delivery_id === before.delivery_id
      ? before.wrapping
      : requireOfferedWrapping((await loadShop({ db, shop_id })).wrapping_offer, wanted, {
          is_subscription: before.subscription_id !== null,
          mail_delivery_flag: is.mail_delivery_flag,
          kept: before.wrapping,
        })
  // A 再送 is wrapped again for nothing.
  const gift_fee = before.replaces_order_id === null ? wrappingFee(wrapping) : 0
  const wish = { ...change, gift_fee }
  const { amounts, items, gifts, granted, bundled_flag } = await repriceOrder(ctx, before, sold, wish, normal)
  const { shipping_address, delivery_notes, delivery_id, delivery_time_id, delivery_date } = change
  const after: OrderRow = {
    ...before,
    ...shipping_address,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    ...amounts,
    wrapping,
    bundled_flag,
  }
  const money = { before, after, paid, mail_delivery_flag: is.mail_delivery_flag }
  await checkChangedTotal(ctx, money)
  const prices = changedPiecePrices(sold, items)
  const pricesText = (when: 'before' | 'after') => prices.map((one) => `${one.name} ${formatYen(one[when])}`)
  const changes = orderChanges(
    { ...before, ...was, items: orderedPiecesTexts(sold), piece_prices: pricesText('before') },
    {
      ...after,
      ...is,
      piece_prices: pricesText('after'),
      items: items ? [...items, ...gifts].map(itemPiecesText) : orderedPiecesTexts(sold),
    },
  )
  return {
    before,
    sold,
    paid,
    after,
    items,
    gifts,
    granted,
    changes,
    is_billed: paid !== null && needsProviderChange(money, items !== null),
  }
}

/** The error when another change came first, 409. */
export const orderChangedError = () =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    'このご注文は、先に変更されています。画面を読み込み直して、もう一度お試しください。',
  )

type DeliveryChange = Pick<OrderChange, 'delivery_id' | 'delivery_time_id' | 'delivery_date' | 'shipping_address'>

/**
 * The delivery before and after the change; unchanged values are not checked again.
 * @throws ShopError 422 for a method, a date or a time that is not available
 */
export async function checkDeliveryChange(ctx: Context, before: OrderRow, wanted: DeliveryChange) {
  const isSame = wanted.delivery_id === before.delivery_id
  const [was, is] = [await wayOf(ctx, before, before), await wayOf(ctx, wanted, isSame ? before : null)]
  if (!is || (!is.visible && wanted.delivery_id !== before.delivery_id))
    throw refusedField('delivery_id', '配送方法を選択してください。')
  if (wanted.delivery_time_id !== null && is.delivery_time === null)
    throw refusedField('delivery_time_id', 'お届け時間帯を選び直してください。')
  // A later delivery of a 定期便 has a date by メール便 too.
  const isKept = wanted.delivery_id === before.delivery_id && wanted.delivery_date === before.delivery_date
  const hasWhen = (wanted.delivery_date !== null && !isKept) || wanted.delivery_time_id !== null
  if (is.mail_delivery_flag && hasWhen)
    throw refusedField('delivery_date', 'メール便では、お届け日時を指定できません。')
  if (wanted.delivery_date !== null && wanted.delivery_date !== before.delivery_date) {
    const earliest = await earliestDeliveryDayTo(ctx, { ...wanted.shipping_address, delivery_id: wanted.delivery_id })
    const days = selectableDeliveryDates(earliest)
    if (!days.includes(wanted.delivery_date))
      throw refusedField(
        'delivery_date',
        `${formatShortDateWithWeekday(earliest)}から${formatShortDateWithWeekday(days.at(-1)!)}までの日をお選びください。`,
      )
  }
  return { was: was!, is }
}

/** `of`: the order that already has this method, and its name. */
async function wayOf(
  { db, shop_id, clock }: Context,
  to: Pick<DeliveryChange, 'delivery_id' | 'delivery_time_id'>,
  of: OrderRow | null,
) {
  const [found] = await db
    .select({
      delivery_name: nameAtTimeSql('delivery', {
        shop_id,
        id: delivery.id,
        name: delivery.delivery_name,
        at: of?.created_at ?? clock.now(),
      }),
      mail_delivery_flag: delivery.mail_delivery_flag,
      visible: delivery.visible,
      delivery_time: sql<string | null>`(select t.delivery_time from delivery_time t
        where t.shop_id = delivery.shop_id and t.delivery_id = delivery.id and t.id = ${to.delivery_time_id}::bigint)`,
    })
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), eq(delivery.id, to.delivery_id)))
  return found
}
