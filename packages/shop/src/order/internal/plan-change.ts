import { createHash } from 'node:crypto'
import type { OrderChange } from '@kushi/contract/admin/order'
import { payment } from '@kushi/db/schema/payment'
import { itemPieces } from '@kushi/values/variant'
import { and, desc, eq } from 'drizzle-orm'
import type { OperatorContext } from '../../admin/index.ts'
import type { PaymentRow } from '../../payment/index.ts'
import type { StockedCartLine } from '../../price/index.ts'
import { ShopError } from '../../shop-error.ts'
import { orderChanges } from '../rules/order-changes.ts'
import { checkChangedMoney, isBilledAnew } from './changed-money.ts'
import { changedWay } from './changed-way.ts'
import { itemsOf } from './items-of.ts'
import type { ItemRow, OrderRow } from './order-row.ts'
import { repriceOrder } from './reprice-order.ts'

/** What a change makes of an order, worked out and found possible. Nothing is written yet. */
export interface PlannedChange {
  before: OrderRow
  sold: ItemRow[]
  /** Its last payment. */
  paid: PaymentRow | null
  after: OrderRow
  /** The items as they will be; null: they stay. */
  lines: StockedCartLine[] | null
  changes: ReturnType<typeof orderChanges>
  /** The provider has to hear of it. */
  is_billed: boolean
}

/** Which state of an order a screen has read: anything that a change may touch makes another one. */
export const versionOf = (order: OrderRow, items: readonly ItemRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify([order, items.map((item) => [item.product_sku_id, item.quantity, item.price])]))
    .digest('hex')
    .slice(0, 32)

/** @throws ShopError 409 for another version, 422 beside the fields */
export async function planChange(ctx: OperatorContext, before: OrderRow, change: OrderChange): Promise<PlannedChange> {
  const { db, shop_id } = ctx
  const sold = await itemsOf(db, before)
  if (versionOf(before, sold) !== change.version) throw changedMeanwhile()
  const [paid = null] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, before.id)))
    .orderBy(desc(payment.id))
    .limit(1)
  const { was, is } = await changedWay(ctx, before, change)
  const { amounts, lines, bundled_flag } = await repriceOrder(ctx, before, sold, change)
  const { shipping_address, delivery_notes, delivery_id, delivery_time_id, delivery_date } = change
  const after: OrderRow = {
    ...{ ...before, ...shipping_address, delivery_notes, delivery_id, delivery_time_id, delivery_date },
    ...{ ...amounts, bundled_flag },
  }
  const money = { before, after, paid, mail_delivery_flag: is.mail_delivery_flag }
  await checkChangedMoney(ctx, money)
  const changes = orderChanges(
    { ...before, ...was, items: sold.map(itemPieces) },
    { ...after, ...is, items: (lines ?? sold).map(itemPieces) },
  )
  return { before, sold, paid, after, lines, changes, is_billed: paid !== null && isBilledAnew(money, lines !== null) }
}

export const changedMeanwhile = () =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    'このご注文は、先に変更されています。画面を読み込み直して、もう一度お試しください。',
  )
