import type { Party } from '@kushi/contract/address'
import { refersTo } from '@kushi/db/in-shop'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { delivery, delivery_time, shop_payment } from '@kushi/db/schema/delivery'
import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import { skuPicture } from '@kushi/db/sku-picture'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { loadLeads } from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { maxAddresses } from '../../../people/customer/index.ts'
import type { Known, KnownDelivery } from '../rules/known.ts'

/** What the shop contains before the first row. */
export async function loadKnown(ctx: Context): Promise<Known> {
  const { db, shop_id, clock } = ctx
  const people = await db
    .select({ email: customer.email, gmo_id: customer.gmo_id })
    .from(customer)
    .where(eq(customer.shop_id, shop_id))
  return {
    today: clock.today(),
    now: clock.now(),
    arranged_before_days: (await loadShop(ctx)).arranged_before_days,
    leads: await loadLeads(ctx),
    most_addresses: maxAddresses,
    skus: await skusOf(ctx),
    deliveries: await deliveriesOf(ctx),
    payments: await paymentsOf(ctx),
    emails: new Set(people.map(({ email }) => email)),
    gmo_ids: new Set(people.flatMap(({ gmo_id }) => gmo_id ?? [])),
    ...(await movedBefore(ctx)),
    order_nos: new Set(),
    last_ordered: new Map(),
  }
}

async function skusOf({ db, shop_id }: Context): Promise<Known['skus']> {
  const { product_code, price, subscription_price, tax_rate, visible } = product_sku
  const rows = await db
    .select({
      id: product_sku.id,
      product_id: product_sku.product_id,
      product_code,
      price,
      subscription_price,
      product_name: product.product_name,
      sale_type: product.sale_type,
      is_yearly: product.lump_sum_payment_flag,
      tax_rate: sql<8 | 10>`${tax_rate}`,
      is_visible: sql<boolean>`${product.visible} and ${visible}`,
      product_image: skuPicture,
      choices: {
        sku_parent_item_name1: product_sku.sku_parent_item_name1,
        set_item_name1: product_sku.set_item_name1,
        sku_parent_item_name2: product_sku.sku_parent_item_name2,
        set_item_name2: product_sku.set_item_name2,
      },
    })
    .from(product_sku)
    .innerJoin(product, refersTo(product_sku.product_id, product))
    .where(eq(product_sku.shop_id, shop_id))
  const known = rows.map(({ price, subscription_price, sale_type, ...row }) => ({
    ...row,
    following_price: subscription_price ?? price,
    is_subscribable: sale_type !== 1,
  }))
  return new Map(known.map((sku) => [sku.product_code, sku]))
}

async function deliveriesOf({ db, shop_id }: Context): Promise<KnownDelivery[]> {
  const times = await db
    .select()
    .from(delivery_time)
    .where(and(eq(delivery_time.shop_id, shop_id), eq(delivery_time.is_ended, false)))
  const rows = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), eq(delivery.visible, true)))
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
  return rows.map((row) => ({
    id: row.id,
    delivery_name: row.delivery_name,
    fee: row.flat_rate_delivery_fee,
    is_mail: row.mail_delivery_flag,
    times: times
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ id, delivery_time: name }) => ({ id, name })),
  }))
}

async function paymentsOf({ db, shop_id, ports }: Context): Promise<PaymentMethodId[]> {
  const rows = await db
    .select({ id: sql<PaymentMethodId>`${shop_payment.payment_method_id}` })
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, shop_id), eq(shop_payment.visible, true)))
  return rows.map(({ id }) => id).filter((id) => ports.payment.has(id))
}

/** Rows that an earlier run imported, even if it was interrupted; without members who have left since. */
async function movedBefore({ db, shop_id }: Context) {
  const movedAs = (kind: typeof moved_row.$inferSelect.kind) =>
    and(eq(moved_row.shop_id, shop_id), eq(moved_row.kind, kind))
  const { id, gmo_id, ...columns } = getTableColumns(customer)
  const members = await db
    .select({ no: moved_row.foreign_no, id, gmo_id, party: partyOf(columns) })
    .from(moved_row)
    .innerJoin(customer, refersTo(moved_row.row_id, customer))
    .where(and(movedAs('member'), isNull(customer.withdrawn_at)))
  const noOf = new Map(members.map((member) => [member.id, member.no]))
  const addresses = await db
    .select({
      no: moved_row.foreign_no,
      id: customer_address.id,
      customer_id: customer_address.customer_id,
      party: partyOf(getTableColumns(customer_address)),
    })
    .from(moved_row)
    .innerJoin(customer_address, refersTo(moved_row.row_id, customer_address))
    .where(movedAs('address'))
  const subscriptions = await db
    .select({
      no: moved_row.foreign_no,
      id: subscription.id,
      cycle: subscription.cycle,
      customer_id: subscription.customer_id,
    })
    .from(moved_row)
    .innerJoin(subscription, refersTo(moved_row.row_id, subscription))
    .where(movedAs('subscription'))
  const cycles = await db
    .select({ no: moved_row.foreign_no, cycle: orders.cycle })
    .from(moved_row)
    .innerJoin(orders, and(eq(orders.shop_id, shop_id), eq(orders.subscription_id, moved_row.row_id)))
    .where(and(movedAs('subscription'), isNotNull(orders.cycle)))
  const address_counts = new Map<string, number>()
  for (const { customer_id } of addresses) {
    const no = noOf.get(customer_id) ?? ''
    address_counts.set(no, (address_counts.get(no) ?? 1) + 1)
  }
  return {
    members: new Map(members.map(({ no, ...member }) => [no, member])),
    addresses: new Map(
      addresses.map(({ no, customer_id, ...rest }) => [no, { ...rest, member_no: noOf.get(customer_id) ?? '' }]),
    ),
    subscriptions: new Map(
      subscriptions.map(({ no, customer_id, ...rest }) => [no, { ...rest, member_no: noOf.get(customer_id) ?? '' }]),
    ),
    ordered_cycles: new Set(cycles.map(({ no, cycle }) => `${no}:${cycle}`)),
    address_counts,
  }
}

const partyOf = <T extends Record<keyof Party, unknown>>(columns: T): Pick<T, keyof Party> => {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = columns
  const { phone_number } = columns
  return { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number }
}
