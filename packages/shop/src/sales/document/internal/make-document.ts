import type { FileAnswer } from '@kushi/contract/file'
import type { Shipment } from '@kushi/contract/order'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { DOCUMENT_NAME, type DocumentType } from '@kushi/values/document'
import { REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { totalRefundedAmount, unrefundedAmount } from '@kushi/values/paid-amounts'
import { formatPhone, type PhoneDisplay } from '@kushi/values/phone'
import { prefectureName } from '@kushi/values/prefecture'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { loadSellerOnDay, loadShop, type Seller } from '../../../foundation/setting/index.ts'
import type { Invoice } from '../../../ports/document-port.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import {
  documentedOrderOf,
  documentRefusals,
  isImportedOrderSql,
  loadOrderItems,
  loadShipments,
} from '../../order/index.ts'
import {
  completedRefunds,
  documentLeadText,
  invoiceAmounts,
  NO_REFUND,
  netReceiptAmounts,
  provisoText,
  returnInvoiceAmounts,
  transactionDay,
  withHonorific,
} from '../rules/invoice.ts'
import { storeIssuedDocument } from '../store-issued-document.ts'
import { issueReceipt } from './issue-receipt.ts'
import { loadReturnedItems } from './load-returned-items.ts'

/** The title: 納品書, or 納品書(再送) for a replacement. */
export const documentTitle = (type: DocumentType, { replacement_kind: kind }: Pick<Order, 'replacement_kind'>) =>
  kind === null ? DOCUMENT_NAME[type] : `${DOCUMENT_NAME[type]}(${REPLACEMENT_KIND_NAME[kind]})`

/**
 * The delivery slip shows the sold goods, the receipt the amounts that remain after returns, and the return invoice the
 * returned goods.
 */
function amountsOf(type: DocumentType, { order, items, returned }: DocumentSource) {
  if (type === 'return-invoice') return returnInvoiceAmounts(order, returned)
  return type === 'delivery-slip' ? invoiceAmounts(order, items) : netReceiptAmounts(order, items, returned)
}

interface Words {
  type: DocumentType
  /** 宛名 and 但し書き; empty: the default ones. */
  name: string
  proviso: string
}

/**
 * ご利用明細・領収書・納品書・適格返還請求書 as a PDF. `also` runs in the transaction that issues a receipt.
 * @throws ShopError 409 ERROR_DOCUMENT_UNAVAILABLE with the reason
 */
export async function renderOrderDocument(
  ctx: Context,
  found: DocumentSource,
  input: Words,
  also?: (tx: Tx, issueNo: number) => Promise<void>,
): Promise<FileAnswer> {
  const { type } = input
  const { order, member, sent, refunds, paid } = found
  const refusal = documentRefusals[type](found.availability)
  if (refusal) throw new ShopError(409, 'ERROR_DOCUMENT_UNAVAILABLE', refusal)
  const amounts = amountsOf(type, found)
  const words = {
    addressee: input.name ? withHonorific(input.name) : defaultAddressee(member),
    proviso: type === 'receipt' ? provisoText(input.proviso) : '',
  }
  const shop = await loadShop(ctx)
  const ordered_on = dayOf(order.created_at)
  const traded_on = transactionDay(sent)
  const issueNo = type === 'receipt' ? await issueReceipt(ctx, order.id, words, also) : 1
  const title = documentTitle(type, order)
  const invoice: Invoice = {
    ...amounts,
    ...words,
    type,
    title,
    order_no: order.order_no,
    is_reissue: issueNo > 1,
    ordered_on,
    traded_on: type === 'statement' ? null : (traded_on ?? ordered_on),
    issued_on: ctx.clock.today(),
    lead: documentLeadText(type, {
      ordered: order.payment_total,
      refunded: refunds.total,
      owed: unrefundedAmount(paid),
    }),
    // 納品書 is of the whole sale.
    refunds: type === 'delivery-slip' ? NO_REFUND : refunds,
    destination: type === 'delivery-slip' ? documentDestination(order, shop.phone_display) : null,
    shipments: type === 'delivery-slip' ? sent.map(numberOf) : [],
    issuer: documentIssuer(await loadSellerOnDay(ctx.db, ctx.shop_id, traded_on ?? ordered_on)),
  }
  const content =
    type === 'statement'
      ? await ctx.ports.document.render(invoice)
      : await storeIssuedDocument(ctx, order, { ...invoice, type })
  return { file_name: `${title}_${order.order_no}.pdf`, content }
}

const dayOf = (moment: Date) => timestampToJapanDate(moment.getTime())

/** An order with the data of its documents. @throws ShopError 404 */
export async function loadDocumentSource(db: Queryable, where: SQL | undefined) {
  const [found] = await db
    .select({ order: orders, member: customer, is_moved: isImportedOrderSql })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .where(where)
  if (!found) throw notFound()
  const { order, is_moved } = found
  const items = await loadOrderItems(db, order)
  const all = (await loadShipments(db, order.shop_id, [order.id])).get(order.id) ?? []
  const sent = all.filter(({ shipped_on }) => shipped_on !== null)
  const ofOrder = <T extends typeof payment | typeof payment_refund>(table: T) =>
    and(eq(table.shop_id, order.shop_id), eq(table.order_id, order.id))
  const [paid = null] = await db.select().from(payment).where(ofOrder(payment)).orderBy(desc(payment.id)).limit(1)
  const given = await db.select().from(payment_refund).where(ofOrder(payment_refund)).orderBy(asc(payment_refund.id))
  const total = totalRefundedAmount(paid)
  const days = total === 0 ? [] : completedRefunds(given).map(({ created_at }) => dayOf(created_at))
  const refunds: Invoice['refunds'] = { days: [...new Set(days)], total }
  const returned = await loadReturnedItems(db, order, items, total)
  const availability = documentedOrderOf(order, {
    is_moved,
    shipments: all,
    paid,
    is_credited: returned.some(({ amount }) => amount > 0),
  })
  return { ...found, items, sent, returned, refunds, paid, availability }
}

export type DocumentSource = Awaited<ReturnType<typeof loadDocumentSource>>

type Member = Pick<typeof customer.$inferSelect, 'name01' | 'name02' | 'account_type' | 'company_name'>
type Order = typeof orders.$inferSelect

/** The default 宛名. */
export const defaultAddressee = (member: Member) =>
  member.account_type && member.company_name
    ? withHonorific(member.company_name, true)
    : withHonorific(`${member.name01} ${member.name02}`, false)

export const documentDestination = (order: Order, display: PhoneDisplay): Invoice['destination'] => ({
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

export const documentIssuer = (seller: Seller): Invoice['issuer'] => ({
  name: seller.company_name,
  shop_name: seller.shop_name,
  lines: seller.company_address.split(/\n|(?<=^〒\d{3}-\d{4}) /),
  registration_number: seller.registration_number,
  contact: `TEL ${seller.phone_number}  ${seller.email}`,
})
