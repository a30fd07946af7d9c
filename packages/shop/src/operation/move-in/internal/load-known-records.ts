import type { Party } from '@kushi/contract/address'
import { customer, customer_address } from '@kushi/db/schema/customer'
import { delivery, delivery_time, shop_payment } from '@kushi/db/schema/delivery'
import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { privacy_request } from '@kushi/db/schema/privacy'
import { category, product, product_sku } from '@kushi/db/schema/product'
import { subscription } from '@kushi/db/schema/subscription'
import type { TemporaryMap, TemporaryStore } from '@kushi/db/scratch'
import { refersToCondition } from '@kushi/db/shop-scope'
import { skuPicturePathSql } from '@kushi/db/sku-picture'
import { FORMER_SYSTEM_NAME } from '@kushi/values/move-in'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, exists, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import type { Context } from '../../../context.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { maxAddressesPerMember } from '../../../people/customer/index.ts'
import { canBeginPayment } from '../../../ports/payment-ports.ts'
import type { KnownDelivery, KnownRecords } from '../rules/known-records.ts'

/** Rows read at once. */
const PAGE = 5_000

/** Loads the records that the shop has before the first row. Names and numbers of people lie in `scratch`, on disk. */
export async function loadKnownRecords(
  ctx: Context,
  scratch: TemporaryStore,
  former_system: string | null,
  takes: KnownRecords['takes'],
): Promise<KnownRecords> {
  const { clock } = ctx
  const known: KnownRecords = {
    today: clock.today(),
    now: clock.now(),
    arranged_before_days: (await loadShop(ctx)).arranged_before_days,
    leads: await loadLeadTimes(ctx),
    most_addresses: maxAddressesPerMember,
    skus: await loadKnownSkus(ctx),
    ...(await catalogueOf(ctx)),
    deliveries: await deliveriesOf(ctx),
    payments: await paymentsOf(ctx),
    former_system: former_system ?? FORMER_SYSTEM_NAME,
    is_former_system_named: former_system !== null,
    members_here: scratch.set(),
    strangers: scratch.set(),
    takes,
    refused_members: scratch.set(),
    left_out_members: scratch.map(),
    non_members: scratch.map(),
    guests: scratch.map(),
    unnamed: { count: 0, first: [] },
    member_nos: scratch.map(),
    told: scratch.set(),
    card_page: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/mypage/payments/new`,
    subscriptions_here: scratch.set(),
    higher_fees: { count: 0, first: [] },
    emails: scratch.set(),
    gmo_ids: scratch.set(),
    members: scratch.map(),
    addresses: scratch.map(),
    address_counts: scratch.map(),
    subscriptions: scratch.map(),
    order_nos: scratch.set(),
    ordered_cycles: scratch.set(),
    last_ordered: scratch.map(),
  }
  await rememberPeople(ctx, known)
  await rememberMoved(ctx, known, scratch.map())
  return known
}

/** All rows, page by page: `page` reads those after a key. */
async function* paged<R extends { key: number | string }>(
  first: NoInfer<R['key']>,
  page: (after: R['key']) => PromiseLike<R[]>,
): AsyncGenerator<R> {
  for (let after: R['key'] = first; ; ) {
    const rows = await page(after)
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.key
  }
}

async function rememberPeople({ db, shop_id }: Context, { emails, gmo_ids }: KnownRecords): Promise<void> {
  const page = (after: number) =>
    db
      .select({ key: customer.id, email: customer.email, gmo_id: customer.gmo_id })
      .from(customer)
      .where(and(eq(customer.shop_id, shop_id), gt(customer.id, after)))
      .orderBy(asc(customer.id))
      .limit(PAGE)
  for await (const { email, gmo_id } of paged(0, page)) {
    emails.add(email)
    if (gmo_id !== null) gmo_ids.add(gmo_id)
  }
}

async function catalogueOf({ db, shop_id }: Context): Promise<Pick<KnownRecords, 'categories' | 'slugs'>> {
  const categories = await db
    .select({ id: category.id, category_name: category.category_name, slug: category.slug })
    .from(category)
    .where(eq(category.shop_id, shop_id))
    .orderBy(asc(category.sort_no), asc(category.id))
  const products = await db.select({ slug: product.slug }).from(product).where(eq(product.shop_id, shop_id))
  return { categories, slugs: new Set(products.map(({ slug }) => slug)) }
}

/** Loads the SKUs of the shop by product code. */
export async function loadKnownSkus({ db, shop_id }: Context): Promise<KnownRecords['skus']> {
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
      parts: product_sku.parts,
      is_visible: sql<boolean>`${product.visible} and ${visible}`,
      product_image: skuPicturePathSql,
      choices: {
        sku_parent_item_name1: product_sku.sku_parent_item_name1,
        set_item_name1: product_sku.set_item_name1,
        sku_parent_item_name2: product_sku.sku_parent_item_name2,
        set_item_name2: product_sku.set_item_name2,
      },
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
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
  return rows.map(({ id }) => id).filter((id) => canBeginPayment({ ports }, id))
}

/**
 * Rows that an earlier run imported, even if it was interrupted; without members who have left since. `noOf`: their
 * number in the other system, by their id.
 */
async function rememberMoved({ db, shop_id }: Context, known: KnownRecords, noOf: TemporaryMap<string>): Promise<void> {
  const after = (kind: typeof moved_row.$inferSelect.kind, no: string) =>
    and(movedFromSystemCondition(shop_id, known.former_system), eq(moved_row.kind, kind), gt(moved_row.foreign_no, no))
  const { id, email, gmo_id, ...columns } = getTableColumns(customer)
  const members = (no: string) =>
    db
      .select({ key: moved_row.foreign_no, id, email, gmo_id, party: partyOf(columns) })
      .from(moved_row)
      .innerJoin(customer, refersToCondition(moved_row.row_id, customer))
      .where(and(after('member', no), isNull(customer.withdrawn_at)))
      .orderBy(asc(moved_row.foreign_no))
      .limit(PAGE)
  for await (const { key, ...member } of paged('', members)) {
    known.members.set(key, member)
    known.member_nos.set(member.email, key)
    noOf.set(String(member.id), key)
  }
  await rememberNonMembers({ db, shop_id }, known, (no) => after('member', no))
  const addresses = (no: string) =>
    db
      .select({
        key: moved_row.foreign_no,
        id: customer_address.id,
        customer_id: customer_address.customer_id,
        party: partyOf(getTableColumns(customer_address)),
      })
      .from(moved_row)
      .innerJoin(customer_address, refersToCondition(moved_row.row_id, customer_address))
      .where(after('address', no))
      .orderBy(asc(moved_row.foreign_no))
      .limit(PAGE)
  for await (const { key, customer_id, ...rest } of paged('', addresses)) {
    const member_no = noOf.get(String(customer_id)) ?? ''
    known.addresses.set(key, { ...rest, member_no })
    known.address_counts.set(member_no, (known.address_counts.get(member_no) ?? 1) + 1)
  }
  const subscriptions = (no: string) =>
    db
      .select({
        key: moved_row.foreign_no,
        id: subscription.id,
        cycle: subscription.cycle,
        customer_id: subscription.customer_id,
        version: sql<number>`coalesce(${moved_row.version}, 1)`,
      })
      .from(moved_row)
      .innerJoin(subscription, refersToCondition(moved_row.row_id, subscription))
      .where(after('subscription', no))
      .orderBy(asc(moved_row.foreign_no))
      .limit(PAGE)
  for await (const { key, customer_id, ...rest } of paged('', subscriptions))
    known.subscriptions.set(key, { ...rest, member_no: noOf.get(String(customer_id)) ?? '' })
  const cycles = (id: number) =>
    db
      .select({ key: orders.id, no: moved_row.foreign_no, cycle: orders.cycle })
      .from(orders)
      .innerJoin(
        moved_row,
        and(
          movedFromSystemCondition(shop_id, known.former_system),
          eq(moved_row.kind, 'subscription'),
          eq(moved_row.row_id, orders.subscription_id),
        ),
      )
      .where(and(eq(orders.shop_id, shop_id), gt(orders.id, id), isNotNull(orders.cycle)))
      .orderBy(asc(orders.id))
      .limit(PAGE)
  for await (const { no, cycle } of paged(0, cycles)) known.ordered_cycles.add(`${no}:${cycle}`)
}

/** Remembers persons who are not, or not any more, members here; their later orders join the earlier ones. */
async function rememberNonMembers(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  { non_members }: KnownRecords,
  after: (no: string) => SQL | undefined,
): Promise<void> {
  const isErased = exists(
    db
      .select({ id: privacy_request.id })
      .from(privacy_request)
      .where(
        and(
          eq(privacy_request.shop_id, shop_id),
          eq(privacy_request.customer_id, customer.id),
          isNotNull(privacy_request.erased_at),
        ),
      ),
  )
  const gone = (no: string) =>
    db
      .select({
        key: moved_row.foreign_no,
        id: sql<
          number | null
        >`case when ${customer.merged_into_id} is null and not ${isErased} then ${customer.id}::float8 end`,
        moved_as: customer.moved_as,
      })
      .from(moved_row)
      .innerJoin(customer, refersToCondition(moved_row.row_id, customer))
      .where(and(after(no), isNotNull(customer.withdrawn_at)))
      .orderBy(asc(moved_row.foreign_no))
      .limit(PAGE)
  for await (const { key, id, moved_as } of paged('', gone))
    non_members.set(key, { id, moved_as: moved_as ?? 'departed', was_member: moved_as === null })
}

/** SQL condition: `moved_row` rows of this shop that came from this former system. Each system has its own numbers. */
export const movedFromSystemCondition = (shop_id: number, former_system: string) =>
  and(eq(moved_row.shop_id, shop_id), eq(moved_row.former_system, former_system))

const partyOf = <T extends Record<keyof Party, unknown>>(columns: T): Pick<T, keyof Party> => {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = columns
  const { phone_number } = columns
  return { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number }
}
