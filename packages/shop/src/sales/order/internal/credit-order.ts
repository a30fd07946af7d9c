import type { Queryable, Tx } from '@kushi/db/connect'
import { order_credit, order_credit_item } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { FEE_NAME, mapOrderFees } from '@kushi/values/order-amounts'
import type { CreditNoteKind } from '@kushi/values/order-credit'
import { itemName } from '@kushi/values/product'
import { and, asc, eq } from 'drizzle-orm'
import { reconcilePoints } from '../../../catalogue/point/index.ts'
import type { Context } from '../../../context.ts'
import { creditPayment, type PaymentRow } from '../../payment/index.ts'
import { orderMoneyChanged } from '../hooks.ts'
import {
  type CreditNoteItem,
  creditItemsOf,
  creditTaxLines,
  type ReturnedGoodsAndFees,
  reductionCreditItems,
  remainingCreditItems,
  remainingSaleOf,
} from '../rules/credit.ts'
import { loadOrderItems, type OrderRow } from './order-row.ts'

type Key = Pick<OrderRow, 'shop_id' | 'id'>

/** The lines of all 赤伝 of an order, the oldest first, each with its credit. */
export const loadCreditLines = (db: Queryable, { shop_id, id }: Key) =>
  db
    .select({ credit: order_credit, line: order_credit_item })
    .from(order_credit)
    .innerJoin(order_credit_item, refersToCondition(order_credit_item.order_credit_id, order_credit))
    .where(and(eq(order_credit.shop_id, shop_id), eq(order_credit.order_id, id)))
    .orderBy(asc(order_credit_item.id))

/** Loads an order's items, its 赤伝 lines, and the part of the sale that is not credited. */
export async function loadOrderWithCredits(db: Queryable, order: OrderRow) {
  const items = await loadOrderItems(db, order)
  const credited = (await loadCreditLines(db, order)).map(({ credit, line }) => ({ ...line, kind_of: credit.kind }))
  return { order, items, credited, rest: remainingSaleOf(order, items, credited) }
}
type Sale = Awaited<ReturnType<typeof loadOrderWithCredits>>

/** The goods or amount to credit: pieces and fees, a `sum` in yen, or everything that remains (`rest`). */
export type CreditRequest = ReturnedGoodsAndFees | { sum: number } | { rest: true; restock: boolean }

/** The lines of an 赤伝 for a request. */
export function creditItemsOfRequest({ order, items, credited, rest }: Sale, wanted: CreditRequest): CreditNoteItem[] {
  if ('sum' in wanted) return reductionCreditItems(rest, wanted.sum)
  if ('rest' in wanted) return remainingCreditItems(order, items, credited, wanted.restock)
  return creditItemsOf(order, items, credited, wanted)
}

export const creditTotal = (lines: readonly Pick<CreditNoteItem, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

interface Credit {
  kind: CreditNoteKind
  lines: readonly CreditNoteItem[]
  note: string
  corrects_id?: number
  /** No label states the amount of a 代金引換 yet, so that less is collected. */
  is_uncollected?: boolean
}

/**
 * 赤伝: writes a credit note of an order, in the transaction of the event. The caller has locked order and payment.
 * `paid` null: the order cost nothing (prepaid, or sent again). Returns the credited amount in yen.
 */
export async function writeOrderCredit(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  { shop_id, id: order_id }: Key,
  paid: PaymentRow | null,
  { kind, lines, note, corrects_id, is_uncollected = false }: Credit,
): Promise<number> {
  if (lines.length === 0) return 0
  const amount = creditTotal(lines)
  const [credit] = await tx
    .insert(order_credit)
    .values({
      shop_id,
      order_id,
      kind,
      amount,
      tax_lines: creditTaxLines(lines),
      note,
      ...(corrects_id === undefined ? {} : { corrects_id }),
      ...ctx.actor,
      created_at: ctx.clock.now(),
    })
    .returning({ id: order_credit.id })
  const rows = lines.map((line) => ({
    shop_id,
    order_credit_id: credit!.id,
    kind: line.kind,
    order_item_id: line.order_item_id,
    quantity: line.quantity,
    amount: line.amount,
    tax_rate: line.tax_rate,
    restocked: line.restocked,
  }))
  await tx.insert(order_credit_item).values(rows)
  if (paid) await creditPayment(tx, ctx, paid, amount, { is_uncollected })
  await reconcilePoints(tx, { ...ctx, shop_id }, [order_id])
  await orderMoneyChanged(tx, { ...ctx, shop_id }, [order_id])
  return amount
}

/**
 * 返金しない: cancels the open refund of an order by a negative line that corrects its latest 赤伝. `owed`: yen. Returns the
 * amount, negative.
 */
export async function cancelOwedRefund(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  order: OrderRow,
  paid: PaymentRow,
  { owed, note }: { owed: number; note: string },
): Promise<number> {
  const lines = await loadCreditLines(tx, order)
  const latest = lines.findLast(({ credit }) => credit.amount > 0)!.credit
  const rates = creditTaxLines(lines.map(({ line }) => line)).map(({ tax_rate, total: amount }) => ({
    tax_rate,
    amount,
  }))
  const back = reductionCreditItems({ rates }, owed).map((line) => ({ ...line, amount: -line.amount }))
  return writeOrderCredit(tx, ctx, order, paid, { kind: 'kept', lines: back, note, corrects_id: latest.id })
}

/** The amounts (yen) that an operator can still refund: for each item the price of 1, 2, … pieces, and the fees. */
export function refundableAmounts({ order, items, credited, rest }: Sale) {
  const priceOf = (order_item_id: number, quantity: number) =>
    creditTotal(creditItemsOf(order, items, credited, { items: [{ order_item_id, quantity }] }))
  return {
    items: rest.items.map(({ order_item_id, pieces }) => ({
      order_item_id,
      amounts: Array.from({ length: pieces }, (_, n) => priceOf(order_item_id, n + 1)),
    })),
    ...mapOrderFees((name) => rest[name]),
    amount: rest.amount,
  }
}

const lineNames = { ...FEE_NAME, reduction: '値引き' }

/** Loads the 赤伝 of an order, newest first, with the names of their lines. */
export async function loadOrderCredits(db: Queryable, order: Key, items: Sale['items']) {
  const lines = await loadCreditLines(db, order)
  return [...Map.groupBy(lines, ({ credit }) => credit.id).values()].reverse().map((own) => {
    const { id, kind, amount, tax_lines, created_at } = own[0]!.credit
    return {
      id,
      kind,
      amount,
      tax_lines,
      lines: own.map(({ line }) => ({
        name:
          line.kind === 'goods' ? itemName(items.find((one) => one.id === line.order_item_id)!) : lineNames[line.kind],
        quantity: line.quantity,
        amount: line.amount,
        tax_rate: line.tax_rate,
      })),
      created_at: created_at.toISOString(),
    }
  })
}
