import type { FileAnswer } from '@kushi/contract/file'
import type { Shipment } from '@kushi/contract/order'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { refersTo } from '@kushi/db/shop-scope'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { formatPhone, type PhoneDisplay } from '@kushi/values/phone'
import { prefectureName } from '@kushi/values/prefecture'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { loadShop, type Seller, sellerOn } from '../../../foundation/setting/index.ts'
import type { DocumentType, Invoice } from '../../../ports/document-port.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { keepIssued } from '../keep-issued.ts'
import { isDeliverySlipAvailable, receiptRefusal } from '../rules/document-availability.ts'
import { invoiceAmounts, netAmounts, provisoText, returnAmounts, withHonorific } from '../rules/invoice.ts'
import { returnedLines } from './credit-order.ts'
import { issueReceipt } from './issue-receipt.ts'
import { loadShipments } from './load-shipments.ts'
import { hasMovedIn, loadItems } from './order-row.ts'

const titles = { receipt: '領収書', 'delivery-slip': '納品書', 'return-invoice': '適格返還請求書' } as const

/** The title: 納品書, or 納品書(再送) for a replacement. */
export const titleOf = (type: DocumentType, { replacement_kind: kind }: Pick<Order, 'replacement_kind'>) =>
  kind === null ? titles[type] : `${titles[type]}(${REPLACEMENT_KIND_NAME[kind]})`

/** Why a document is not available, as text for the customer; null: it is available. */
function refusalOf(type: DocumentType, { order, returned, is_moved }: DocumentSource): string | null {
  if (type === 'receipt') return receiptRefusal({ ...order, is_moved })
  if (type === 'return-invoice') return returned.length > 0 ? null : 'このご注文には、返品・返金がありません。'
  return isDeliverySlipAvailable(order) ? null : 'このご注文の納品書は、お支払いの確認がとれてから発行できます。'
}

/** The slip shows what was sold, the receipt what is left of it, the return invoice what was taken back. */
function amountsOf(type: DocumentType, { order, items, returned }: DocumentSource) {
  if (type === 'return-invoice') return returnAmounts(order, returned)
  return type === 'receipt' ? netAmounts(order, items, returned) : invoiceAmounts(order, items)
}

interface Words {
  type: DocumentType
  /** 宛名 and 但し書き; empty: the default ones. */
  name: string
  proviso: string
}

/**
 * 領収書・納品書・適格返還請求書 as a PDF. `also` runs in the transaction that issues a receipt.
 * @throws ShopError 409 ERROR_DOCUMENT_UNAVAILABLE with the reason
 */
export async function makeDocument(
  ctx: Context,
  found: DocumentSource,
  input: Words,
  also?: (tx: Tx, issueNo: number) => Promise<void>,
): Promise<FileAnswer> {
  const { type } = input
  const { order, member, sent } = found
  const refusal = refusalOf(type, found)
  if (refusal) throw new ShopError(409, 'ERROR_DOCUMENT_UNAVAILABLE', refusal)
  const amounts = amountsOf(type, found)
  const words = {
    addressee: input.name ? withHonorific(input.name) : ownName(member),
    proviso: type === 'receipt' ? provisoText(input.proviso) : '',
  }
  const shop = await loadShop(ctx)
  const ordered_on = fromTimestamp(order.created_at.getTime())
  // The first parcel captures the payment.
  const traded_on = sent.map(({ shipped_on }) => shipped_on!).sort()[0] ?? ordered_on
  const issueNo = type === 'receipt' ? await issueReceipt(ctx, order.id, words, also) : 1
  const content = await keepIssued(ctx, order, {
    ...amounts,
    ...words,
    type,
    title: titleOf(type, order),
    order_no: order.order_no,
    is_reissue: issueNo > 1,
    ordered_on,
    traded_on,
    issued_on: ctx.clock.today(),
    refunded_on: found.refunded_at && fromTimestamp(found.refunded_at.getTime()),
    destination: type === 'delivery-slip' ? destinationOf(order, shop.phone_display) : null,
    shipments: type === 'delivery-slip' ? sent.map(numberOf) : [],
    issuer: issuerOf(await sellerOn(ctx.db, ctx.shop_id, traded_on)),
  })
  return { file_name: `${titleOf(type, order)}_${order.order_no}.pdf`, content }
}

/** An order with the data of its documents. @throws ShopError 404 */
export async function loadDocumented(db: Queryable, where: SQL | undefined) {
  const [found] = await db
    .select({ order: orders, member: customer, is_moved: hasMovedIn })
    .from(orders)
    .innerJoin(customer, refersTo(orders.customer_id, customer))
    .where(where)
  if (!found) throw notFound()
  const { order } = found
  const items = await loadItems(db, order)
  const all = (await loadShipments(db, order.shop_id, [order.id])).get(order.id) ?? []
  const sent = all.filter(({ shipped_on }) => shipped_on !== null)
  const [given] = await db
    .select({ refunded: payment.refunded_amount, refunded_at: payment_event.created_at })
    .from(payment)
    .leftJoin(payment_event, and(refersTo(payment_event.payment_id, payment), isRefund))
    .where(and(eq(payment.shop_id, order.shop_id), eq(payment.order_id, order.id), gt(payment.refunded_amount, 0)))
    .orderBy(asc(payment_event.id))
    .limit(1)
  const returned = await returnedLines(db, order, items, given?.refunded ?? 0)
  return { ...found, items, sent, returned, refunded_at: given?.refunded_at ?? null }
}

/** The first event with the present total is the last refund; later ones, such as `card_not_kept`, are none. */
const isRefund = sql`${payment_event.detail} ->> 'refunded_amount' = ${payment.refunded_amount}::text`

export type DocumentSource = Awaited<ReturnType<typeof loadDocumented>>

type Member = Pick<typeof customer.$inferSelect, 'name01' | 'name02' | 'account_type' | 'company_name'>
type Order = typeof orders.$inferSelect

/** The default 宛名. */
export const ownName = (member: Member) =>
  member.account_type && member.company_name
    ? withHonorific(member.company_name, true)
    : withHonorific(`${member.name01} ${member.name02}`, false)

export const destinationOf = (order: Order, display: PhoneDisplay): Invoice['destination'] => ({
  name: `${order.name01} ${order.name02} 様`,
  lines: [
    `〒${order.postal_code01}-${order.postal_code02}`,
    `${prefectureName(order.pref_id)}${order.addr01}${order.addr02}`,
    ...(order.addr03 ? [order.addr03] : []),
    `TEL ${formatPhone(order.phone_number, display)}`,
  ],
})

const numberOf = ({ carrier, tracking_no }: Shipment): Invoice['shipments'][number] => ({
  carrier_name: CARRIER_NAME[carrier!],
  tracking_no: tracking_no!,
})

export const issuerOf = (seller: Seller): Invoice['issuer'] => ({
  name: seller.company_name,
  shop_name: seller.shop_name,
  lines: seller.company_address.split(/\n|(?<=^〒\d{3}-\d{4}) /),
  registration_number: seller.registration_number,
  contact: `TEL ${seller.phone_number}  ${seller.email}`,
})
