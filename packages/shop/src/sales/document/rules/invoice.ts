import type { CalendarDate } from '@kushi/values/calendar-date'
import type { DocumentType } from '@kushi/values/document'
import { FEE_NAME, FEE_TAX_RATE, ORDER_AMOUNTS, ORDER_FEES, type OrderFee } from '@kushi/values/order-amounts'
import { orderPaymentName, type ReplacementKind } from '@kushi/values/order-status'
import { type TaxRate, taxIncludedIn } from '@kushi/values/price'
import { variantName } from '@kushi/values/product'
import { groupOrderRows, type SoldSet, soldSetContentsText } from '@kushi/values/product-set'
import { listDiscounts, type PromotionDiscount } from '@kushi/values/promotion'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'
import type { Invoice, InvoiceRow } from '../../../ports/document-port.ts'
import { creditTaxLines } from '../../order/rules/credit.ts'

export interface InvoiceItem {
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  quantity: number
  price: Yen
  subtotal: Yen
  discount_amount: Yen
  promotions: readonly PromotionDiscount[]
  tax_rate: number
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
  gift_promotion_id: number | null
  set_sku_id: number | null
  set_name: string | null
  set_quantity: number | null
}

export interface InvoiceAmounts extends Record<OrderFee, Yen> {
  payment_method_id: number | null
  moved_payment_name?: string | null
  replacement_kind: ReplacementKind | null
  payment_total: Yen
  tax_total: Yen
  tax_lines: Invoice['tax_lines']
}

/**
 * The rows of a document. The rows of each tax rate add up to the total charged at that rate: discounts and
 * adjustments are listed per rate.
 */
export function invoiceRows(order: InvoiceAmounts, items: readonly InvoiceItem[]): InvoiceRow[] {
  const goods = groupOrderRows(items).flatMap(({ item, set, gift }) => (set ? setRows(set) : [goodsRow(item ?? gift)]))
  const rates = order.tax_lines.map((part) => part.tax_rate)
  const extra = (name: string, tax_rate: number, amount: Yen): InvoiceRow[] =>
    amount === 0 ? [] : [{ name, detail: '', tax_rate, quantity: null, price: null, amount }]
  const discounts = rates.flatMap((rate) =>
    listDiscounts(items.filter((item) => item.tax_rate === rate)).map(({ name, amount }) => ({
      name,
      detail: '',
      tax_rate: rate,
      quantity: null,
      price: null,
      amount: -amount,
    })),
  )
  const rows = [
    ...goods,
    ...discounts,
    ...ORDER_FEES.flatMap((name) => extra(FEE_NAME[name], FEE_TAX_RATE, order[name])),
  ]
  const adjustments = order.tax_lines.flatMap(({ tax_rate, total }) => {
    const before = sum(rows.filter((row) => row.tax_rate === tax_rate).map((row) => row.amount))
    return extra(ORDER_AMOUNTS.adjustment_amount.label, tax_rate, total - before)
  })
  return [...rows, ...adjustments]
}

const goodsRow = (item: InvoiceItem): InvoiceRow => ({
  name: item.product_name,
  detail: detailOf(item),
  tax_rate: item.tax_rate,
  quantity: item.quantity,
  price: item.price,
  amount: item.subtotal,
})

/** One row for a set and its parts. A set with two tax rates has a row for each rate. */
function setRows({ name, quantity, parts }: SoldSet<InvoiceItem>): InvoiceRow[] {
  const rates = [...Map.groupBy(parts, ({ tax_rate }) => tax_rate)].sort(([one], [other]) => other - one)
  return rates.map(([tax_rate, own]) => {
    const amount = sum(own.map(({ subtotal }) => subtotal))
    return {
      name: rates.length > 1 ? `${name} (うち${tax_rate}%対象)` : name,
      detail: [deliveriesText(own[0]!), `内訳: ${soldSetContentsText({ parts: own, quantity })}`]
        .filter(Boolean)
        .join(' '),
      tax_rate,
      quantity,
      price: amount / quantity,
      amount,
    }
  })
}

function detailOf(item: InvoiceItem): string {
  const choices = variantName(item)
  const gift = item.gift_promotion_id === null ? '' : 'プレゼント'
  return [gift, choices, deliveriesText(item)].filter(Boolean).join(' ')
}

/** 年払い: for how many deliveries the item was paid. */
const deliveriesText = ({ lump_sum_payment_flag, lump_sum_payment_num, subtotal }: InvoiceItem): string =>
  lump_sum_payment_flag && subtotal > 0 ? `${lump_sum_payment_num ?? 1}回分` : ''

/** @throws Error when the amounts charged do not add up: such a document must not be issued. */
export function invoiceAmounts(order: InvoiceAmounts, items: readonly InvoiceItem[]) {
  const { payment_total, tax_total } = order
  const rows = invoiceRows(order, items)
  const tax_lines = order.tax_lines
  const isWhole =
    sum(rows.map((row) => row.amount)) === payment_total &&
    sum(tax_lines.map((part) => part.total)) === payment_total &&
    sum(tax_lines.map((part) => part.tax)) === tax_total
  if (!isWhole) throw new Error('the rows of an invoice do not add up to what was paid')
  return { rows, tax_lines, tax_total, payment_total, payment_name: orderPaymentName(order) }
}

/** A line of an 赤伝 in words. */
export interface ReturnedItem {
  name: string
  detail: string
  quantity: number | null
  amount: Yen
  tax_rate: number
}

/** 適格返還請求書: the amounts of the credited lines, each at its own tax rate, with the tax contained in them. */
export function returnInvoiceAmounts(order: InvoiceAmounts, lines: readonly ReturnedItem[]) {
  const tax_lines = creditTaxLines(lines)
  const payment_name = orderPaymentName(order)
  const tax_total = sum(tax_lines.map((part) => part.tax))
  const rows = lines.map((line) => ({ ...line, price: priceOf(line) }))
  return { rows, tax_lines, tax_total, payment_total: sum(lines.map(({ amount }) => amount)), payment_name }
}

/** The price of one piece, if all cost the same. */
const priceOf = ({ quantity, amount }: ReturnedItem): Yen | null =>
  quantity !== null && amount % quantity === 0 ? amount / quantity : null

/** The amounts of a receipt after a return: what remains, with the credited lines as separate negative rows. */
export function netReceiptAmounts(
  order: InvoiceAmounts,
  items: readonly InvoiceItem[],
  lines: readonly ReturnedItem[],
) {
  const whole = invoiceAmounts(order, items)
  if (lines.length === 0) return whole
  const given = creditTaxLines(lines)
  const tax_lines = whole.tax_lines.map(({ tax_rate, total }) => {
    const left = total - (given.find((part) => part.tax_rate === tax_rate)?.total ?? 0)
    return { tax_rate, total: left, tax: taxIncludedIn(left, tax_rate as TaxRate) }
  })
  const back = lines.map((line) => ({ ...line, price: null, amount: -line.amount }))
  const tax_total = sum(tax_lines.map((part) => part.tax))
  const payment_total = whole.payment_total - sum(lines.map(({ amount }) => amount))
  return { ...whole, rows: [...whole.rows, ...back], tax_lines, tax_total, payment_total }
}

/** 取引日 of an order: the day on which its first goods left. */
export const transactionDay = (parcels: readonly { shipped_on: CalendarDate | null }[]): CalendarDate | null =>
  parcels.flatMap(({ shipped_on }) => shipped_on ?? []).toSorted()[0] ?? null

interface Refund {
  id: number
  amount: Yen
  corrects_id: number | null
  created_at: Date
}

/**
 * The refunds that reached the customer. Leaves out reversed ones (declined by the provider, returned by the bank) and
 * their reversals.
 */
export function completedRefunds<R extends Refund>(refunds: readonly R[]): R[] {
  const corrected = new Set(refunds.map(({ corrects_id }) => corrects_id))
  return refunds.filter(({ id, amount }) => amount > 0 && !corrected.has(id))
}

export const NO_REFUND: Invoice['refunds'] = { days: [], total: 0 }

interface Sums {
  /** The order, before anything was taken back. */
  ordered: Yen
  refunded: Yen
  /** Still to go back. */
  owed: Yen
}

/** The sentence below the addressee that states what the document confirms. */
export function documentLeadText(type: DocumentType, { ordered, refunded, owed }: Sums): string {
  switch (type) {
    case 'receipt':
      return '下記のとおり領収いたしました。'
    case 'statement':
      return `下記のご注文を承りました。${ordered > 0 ? '代金の受領前に発行しています。' : ''}領収書・適格請求書ではありません。`
    case 'delivery-slip':
      return ''
    case 'return-invoice':
      if (refunded === 0 && owed === 0) return '下記のとおり代金を減額いたしました。'
      return owed === 0
        ? '下記のとおりご返金いたしました。'
        : '下記のとおり返品・減額を承り、返金のお手続きをしております。'
  }
}

const companies =
  /株式会社|有限会社|合同会社|合資会社|合名会社|法人|[((](?:株|有|合)[))]|㈱|㈲|会社|(?:商店|支店|本店|学校|病院|協会|組合|事務所)$/
const polite = /(?:様|御中|殿|さま|各位|先生)$/

/** 宛名 as printed: 様 for a person, 御中 for a company, nothing when the name already ends with one. */
export function withHonorific(name: string, isCompany = companies.test(name)): string {
  const bare = name.trim().replace(/\s+/g, ' ')
  if (polite.test(bare)) return bare
  return `${bare} ${isCompany ? '御中' : '様'}`
}

/** 但し書き as printed: 「商品代」 and 「商品代として」 give the same result. */
export const provisoText = (typed: string): string => {
  const bare = typed.trim().replace(/^但し\s*/, '')
  return `但し ${bare.replace(/として$/, '') || '商品代'} として`
}
