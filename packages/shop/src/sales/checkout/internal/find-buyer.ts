import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { preparedStatement } from '@kushi/db/statement'
import { isChargedToLink } from '@kushi/values/payment-method'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Input, MemberContext } from '../../../context.ts'
import { lineFriendJoinCondition } from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { linkedAccount } from '../../payment/index.ts'
import { orderNoSql } from './order-no.ts'
import { type PlacementResult, placementResult } from './placed-order.ts'
import { requestDigest } from './request-digest.ts'

export type OrderBuyer = Awaited<ReturnType<typeof findBuyer>>

/**
 * Loads, in one query, the member who pressed 「注文を確定する」, with the number that a new order would have and the recipients
 * of its messages. `placed`: the order that was placed with this key, or null.
 * @throws ShopError 409 ERROR_IDEMPOTENCY_KEY_REUSED when the key came with a different order; 401 when the member no
 * longer exists
 */
export async function findBuyer(ctx: MemberContext, input: Input<'POST /v1/order/public/new'>) {
  const { shop_id, customer_id } = ctx
  const [row] = await query(ctx.db, { shop_id, customer_id, idempotency_key: input.idempotency_key })
  if (!row) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  const { placed, digest, new_order_no, account, line_id, is_blocked } = row
  const { email, email_verified_at, name01, name02 } = account
  if (placed && digest !== requestDigest(input))
    throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', 'ご注文の内容が変わりました。もう一度ご確認ください。')
  return {
    new_order_no,
    email,
    email_verified_at,
    name01,
    name02,
    line_id,
    is_blocked,
    account,
    placed: placed && placementResult({ ...placed, ...row.paid }),
  }
}

/** The order that a concurrent request placed with this key. */
export const findPlacedOrder = async (...asked: Parameters<typeof findBuyer>): Promise<PlacementResult | null> =>
  (await findBuyer(...asked)).placed

const [shop_id, customer_id, idempotency_key] = ['shop_id', 'customer_id', 'idempotency_key'].map((name) =>
  sql.placeholder(name),
)
/** The e-mail address and LINE account by which the person is recognised. */
const account = {
  email: customer.email,
  email_verified_at: customer.email_verified_at,
  line_id: customer.line_id,
  name01: customer.name01,
  name02: customer.name02,
  kana01: customer.kana01,
  kana02: customer.kana02,
  postal_code01: customer.postal_code01,
  postal_code02: customer.postal_code02,
  addr01: customer.addr01,
  addr02: customer.addr02,
  addr03: customer.addr03,
  phone_number: customer.phone_number,
}

const query = preparedStatement('find_buyer', (db) =>
  db
    .select({
      account,
      is_blocked: sql<boolean>`${customer.blocked_at} is not null`,
      new_order_no: orderNoSql(idempotency_key!),
      /** null: not a LINE friend of the shop's account. */
      line_id: line_friend.line_user_id,
      placed: {
        order_no: orders.order_no,
        status: orders.status,
        payment_method_id: orders.payment_method_id,
        created_at: orders.created_at,
      },
      digest: order_evidence.request_digest,
      paid: {
        state: payment.state,
        redirect_url: payment.redirect_url,
        refusal: payment.refusal,
        pay_until: payment.pay_until,
      },
    })
    .from(customer)
    .leftJoin(line_friend, lineFriendJoinCondition(customer))
    .leftJoin(
      orders,
      and(
        eq(orders.shop_id, customer.shop_id),
        eq(orders.customer_id, customer.id),
        eq(orders.idempotency_key, idempotency_key!),
      ),
    )
    .leftJoin(order_evidence, and(eq(order_evidence.shop_id, orders.shop_id), eq(order_evidence.order_id, orders.id)))
    .leftJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
    .where(and(eq(customer.shop_id, shop_id!), eq(customer.id, customer_id!)))
    .orderBy(desc(payment.id))
    .limit(1),
)

type Means = Pick<
  Input<'POST /v1/order/public/new'>,
  'card' | 'payment_method_id' | 'is_subscription' | 'points' | 'second_way'
>

/**
 * Whether the order or a later delivery uses something stored for the member: points, a saved card, or a linked
 * account.
 */
export const usesStoredMeans = async (
  ctx: MemberContext,
  { card, payment_method_id, is_subscription, points, second_way }: Means,
) =>
  (points ?? 0) > 0 ||
  (card !== null && 'card_seq' in card) ||
  (second_way !== undefined && (second_way.card_seq !== null || isChargedToLink(second_way.payment_method_id))) ||
  (is_subscription && (await linkedAccount.find(ctx.db, ctx, payment_method_id)) !== null)
