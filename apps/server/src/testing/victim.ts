import type { Db } from '@kushi/db/connect'
import { access_token, customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { operator } from '@kushi/db/schema/operator'
import { order_request } from '@kushi/db/schema/order'
import { linked_account } from '@kushi/db/schema/payment'
import { customer_device, customer_passkey } from '@kushi/db/schema/sign-in'
import type { Context, MemberContext } from '@kushi/shop/context'
import { addAddress } from '@kushi/shop/people/customer/addresses'
import { startSession } from '@kushi/shop/people/session/internal/start-session'
import { hashToken } from '@kushi/shop/people/session/internal/token'
import { addCartItem } from '@kushi/shop/sales/cart/cart-items'
import { registerCard } from '@kushi/shop/sales/payment/register-card'
import { fakeCardToken } from '@kushi/shop/testing/card-vault'
import { addressColumnsOf, insertOrderRow, insertSubscriptionRow } from '@kushi/shop/testing/rows'
import { eq } from 'drizzle-orm'

/** A member who owns one of each object, each with texts that appear nowhere else. */
export interface Victim {
  id: number
  password: string
  ctx: MemberContext
  address_id: number
  cart_item_id: number
  card_seq: number
  order_no: string
  inquiry_no: string
  request_no: string
  subscription_id: number
  line_id: string
  session_id: number
  passkey_id: number
  device_id: number
  /** If any of these appears in another member's response, it leaked from the victim. */
  marks: string[]
  /** All data of the victim, for comparison. */
  state(): Promise<string>
}

let count = 0

export async function insertVictim(db: Db, base: Context): Promise<Victim> {
  const n = String(++count).padStart(3, '0')
  const [like] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
  const { id: _, ...row } = like!
  const line_id = `Uvictim${n}`
  const secret = { name01: `秘名${n}`, addr02: `秘番地${n}`, email: `victim${n}@example.com` }
  const [member] = await db
    .insert(customer)
    .values({ ...row, ...secret, line_id, gmo_id: null, idempotency_key: null })
    .returning()
  const { id } = member!
  const ctx: MemberContext = { ...base, customer_id: id }
  const address = await addAddress(ctx, {
    ...addressColumnsOf(member!),
    delivery_notes: `秘メモ${n}`,
    is_default: true,
  })
  const card_info = `9${n}`
  const keep = (last4: string, default_flag: '0' | '1') =>
    registerCard(ctx, { token: fakeCardToken(last4), default_flag, idempotency_key: `victim-card-key-${last4}` })
  // Card numbers are counted per member: the second one, because others may have a first one.
  await keep(`8${n}`, '0')
  const { card_seq } = await keep(card_info, '1')
  const { cart_item_id } = await addCartItem(ctx, { product_sku_id: 101, quantity: 1, sale_type: 1 })
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101, product_name: `秘品${n}` }])
  const subscription_id = await insertSubscriptionRow(db, member!, { delivery_notes: `秘便${n}` })
  await db.insert(linked_account).values({
    shop_id: base.shop_id,
    customer_id: id,
    payment_method_id: 5,
    state: 'active',
    user_authorization_id: `authorization-${n}`,
    nonce: `nonce-${n}`,
    created_at: new Date(),
  })
  const session = hashToken(await startSession(base, id, 'customer'))
  const [{ session_id }] = (await db
    .select({ session_id: access_token.id })
    .from(access_token)
    .where(eq(access_token.token_hash, session))) as [{ session_id: number }]
  const at = base.clock.now()
  const theirs = { shop_id: base.shop_id, customer_id: id, created_at: at }
  const key = {
    credential_id: `victim-${n}`,
    public_key: Buffer.from('x'),
    counter: 0,
    transports: [],
    name: `秘鍵${n}`,
  }
  const [passkey] = await db
    .insert(customer_passkey)
    .values({ ...theirs, ...key })
    .returning()
  const [device] = await db
    .insert(customer_device)
    .values({
      ...theirs,
      device_hash: hashToken(`victim-${n}`),
      device: `秘端末${n}`,
      proof: 'code',
      seen_at: at,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .returning()
  const tables = [
    'customer_address',
    'cart_item',
    'orders',
    'subscription',
    'card_registration',
    'linked_account',
    'access_token',
    'customer_passkey',
    'customer_device',
    'inquiry',
    'order_request',
  ]
  const inquiry_no = `Qvictim${n}`
  await db.insert(inquiry).values({
    shop_id: base.shop_id,
    inquiry_no,
    customer_id: id,
    kind: 'contact',
    name_kana: '',
    email: secret.email,
    inquiry_status_id: 1,
    inquiry_type_id: 1,
    name: secret.name01,
    content: `秘問${n}`,
    terms_version: '',
    idempotency_key: `victim-inquiry-${n}`,
    request_digest: '',
  })
  const request_no = `victim-request-no--${n}`
  const person = { name: '受注', email: `victim-operator${n}@example.com`, created_at: base.clock.now() }
  const [taker] = await db.insert(operator).values(person).returning({ id: operator.id })
  await db.insert(order_request).values({
    shop_id: base.shop_id,
    request_no,
    customer_id: id,
    payment_total: 1,
    idempotency_key: `victim-request-${n}`,
    operator_id: taker!.id,
    operator_name: person.name,
    created_at: base.clock.now(),
    expires_at: new Date(base.clock.now().getTime() + 86_400_000),
    draft: {
      items: [{ product_sku_id: 101, quantity: 1 }],
      shipping_address: addressColumnsOf(member!),
      delivery_notes: '',
      delivery_id: 1,
      delivery_time_id: null,
      delivery_date: null,
      payment_method_id: 1,
    },
  })
  const rows = tables.map((table) => `(select json_agg(t order by t::text) from ${table} t where customer_id = ${id})`)
  return {
    id,
    ctx,
    cart_item_id,
    subscription_id,
    line_id,
    session_id,
    passkey_id: passkey!.id,
    device_id: device!.id,
    address_id: address.id,
    card_seq: card_seq!,
    order_no: order.order_no,
    inquiry_no,
    request_no,
    password: 'Tsubaki2026',
    marks: [
      ...Object.values(secret),
      line_id,
      order.order_no,
      `秘メモ${n}`,
      `秘品${n}`,
      `秘便${n}`,
      `秘問${n}`,
      `秘鍵${n}`,
      `秘端末${n}`,
      `************${card_info}`,
    ],
    async state() {
      const { rows: found } = await db.$client.query(
        `select (select json_agg(c) from customer c where id = ${id}) as c, ${rows.map((each, i) => `${each} as t${i}`)}`,
      )
      const { gmo_id } = (await db.select().from(customer).where(eq(customer.id, id)))[0]!
      return JSON.stringify([found, await ctx.ports.card.listCards(gmo_id!)])
    },
  }
}
