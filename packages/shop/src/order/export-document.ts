import { customer } from '@kushi/db/schema/customer'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { formatPhone } from '@kushi/values/phone'
import { prefectureName } from '@kushi/values/prefecture'
import { fromTimestamp } from '@kushi/values/timestamp'
import { and, asc, desc, eq, or } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { loadShop } from '../setting/load-shop.ts'
import { notFound, ShopError } from '../shop-error.ts'
import type { Invoice } from './document-port.ts'
import { issueReceipt } from './issue-receipt.ts'
import { ownOrders } from './own-orders.ts'
import { isDeliverySlipAvailable, receiptRefusal } from './rules/document-availability.ts'
import { invoiceAmounts, provisoText, withHonorific } from './rules/invoice.ts'

const titles = { receipt: '領収書', 'delivery-slip': '納品書' } as const
const noSlip = 'このご注文の納品書は、お支払いの確認がとれてから発行できます。'

/** 領収書・納品書 as a PDF, of one's own orders. @throws ShopError 409 ERROR_DOCUMENT_UNAVAILABLE with the reason */
export const exportDocument: Verb<'GET /v1/file/export/pdf/{orderId}'> = async (ctx, input) => {
  const { type } = input
  const found = await load(ctx, input.orderId)
  await takeLimit(ctx, 'document', { account: String(ctx.customer_id) })
  const { order, items, member, shipped } = found
  const refusal = type === 'receipt' ? receiptRefusal(order) : isDeliverySlipAvailable(order) ? null : noSlip
  if (refusal) throw new ShopError(409, 'ERROR_DOCUMENT_UNAVAILABLE', refusal)
  const amounts = invoiceAmounts(order, items)
  const words = {
    addressee: input.name ? withHonorific(input.name) : ownName(member),
    proviso: type === 'receipt' ? provisoText(input.proviso) : '',
  }
  const issueNo = type === 'receipt' ? await issueReceipt(ctx, order.id, words) : 1
  const ordered_on = fromTimestamp(order.created_at.getTime())
  const content = await ctx.ports.document.render({
    ...amounts,
    ...words,
    type,
    title: titles[type],
    order_no: order.order_no,
    is_reissue: issueNo > 1,
    ordered_on,
    traded_on: shipped ? fromTimestamp(shipped.getTime()) : ordered_on,
    issued_on: ctx.clock.today(),
    destination: type === 'receipt' ? null : destinationOf(order),
    issuer: issuerOf(await loadShop(ctx)),
  })
  return { file_name: `${titles[type]}_${order.order_no}.pdf`, content }
}

async function load(ctx: MemberContext, orderId: string) {
  const id = /^\d{1,9}$/.test(orderId) ? Number(orderId) : null
  const named = or(eq(orders.order_no, orderId), id === null ? undefined : eq(orders.id, id))
  const [found] = await ctx.db
    .select({ order: orders, member: customer })
    .from(orders)
    .innerJoin(customer, eq(customer.id, orders.customer_id))
    .where(and(ownOrders(ctx), named))
  if (!found) throw notFound()
  const { order } = found
  const items = await ctx.db
    .select()
    .from(order_item)
    .where(eq(order_item.order_id, order.id))
    .orderBy(asc(order_item.id))
  const [event] = await ctx.db
    .select()
    .from(order_status_event)
    .where(and(eq(order_status_event.order_id, order.id), eq(order_status_event.status, 'shipped')))
    .orderBy(desc(order_status_event.id))
    .limit(1)
  return { ...found, items, shipped: event?.created_at ?? null }
}

type Member = typeof customer.$inferSelect
type Order = typeof orders.$inferSelect

const ownName = (member: Member) =>
  member.account_type && member.company_name
    ? withHonorific(member.company_name, true)
    : withHonorific(`${member.name01} ${member.name02}`, false)

const destinationOf = (order: Order): Invoice['destination'] => ({
  name: `${order.name01} ${order.name02} 様`,
  lines: [
    `〒${order.postal_code01}-${order.postal_code02}`,
    `${prefectureName(order.pref_id)}${order.addr01}${order.addr02}`,
    ...(order.addr03 ? [order.addr03] : []),
    `TEL ${formatPhone(order.phone_number)}`,
  ],
})

const issuerOf = (seller: Awaited<ReturnType<typeof loadShop>>): Invoice['issuer'] => ({
  name: seller.company_name,
  shop_name: seller.shop_name,
  lines: seller.company_address.split(/\n|(?<=^〒\d{3}-\d{4}) /),
  registration_number: seller.registration_number,
  contact: `TEL ${seller.phone_number}  ${seller.email}`,
})
