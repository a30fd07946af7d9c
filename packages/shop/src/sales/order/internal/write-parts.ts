import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { order_evidence, order_item, order_status_event } from '@kushi/db/schema/order'
import { givenAs, statement, valuesAs } from '@kushi/db/statement'
import { and, eq, sql } from 'drizzle-orm'
import type { Input, MemberContext } from '../../../context.ts'
import { mailStep, mailValues } from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { heardBy, intentStep, intentValues, paymentIntent } from '../../payment/index.ts'
import type { AssessedOrder } from './assess-order.ts'
import { shownAt } from './check-shown.ts'
import { chosenCard } from './chosen-card.ts'
import { statusEvent } from './lock-order.ts'
import { type Around, type MailParts, orderMail } from './order-mail.ts'
import type { OrderRow, SoldItem } from './order-row.ts'
import { aboutOf, keyOf, receiveSteps, receiveValues } from './receive-order.ts'
import { requestDigest } from './request-digest.ts'
import { checkTaken, takeStockSteps, takeStockValues } from './take-stock.ts'

type Request = Input<'POST /v1/order/public/new'>

interface Parts {
  input: Request
  assessed: AssessedOrder
  /** The contents of its mail; null: the order does not count before it is paid. */
  mail: (Around & MailParts) | null
}

const sold = [
  ...(['shop_id', 'order_id', 'product_id', 'product_sku_id', 'product_code', 'product_name'] as const),
  ...(['sku_parent_item_name1', 'set_item_name1', 'sku_parent_item_name2', 'set_item_name2', 'product_image'] as const),
  ...(['quantity', 'price', 'subtotal', 'discount_amount', 'promotions', 'tax_rate'] as const),
  ...(['lump_sum_payment_flag', 'lump_sum_payment_num'] as const),
]
const noted = ['shop_id', 'order_id', 'status', 'actor_kind', 'actor_id', 'actor_name', 'created_at'] as const
const shown = ['shop_id', 'order_id', 'request_digest', 'terms_version', 'shown_at', 'shown', 'user_agent'] as const

/**
 * Writes everything that belongs to an order in one statement, because each round trip to the database delays every
 * buyer. Whether the member still exists is checked after the order was written; from then on the member can't leave
 * before the transaction ends.
 */
const partsOf = (items: number, isReceived: boolean) =>
  statement(`write_parts_${items}_${isReceived}`, (db: Queryable) => {
    const values = Array.from({ length: items }, (_, n) => givenAs(`sold${n}`, ...sold))
    const stock = takeStockSteps(db, ['sold', 'paid', 'noted', 'shown', ...(isReceived ? ['announced', 'mailed'] : [])])
    const steps = [
      db.$with('sold').as(db.insert(order_item).values(values).returning({ id: order_item.id })),
      intentStep(db),
      db.$with('noted').as(
        db
          .insert(order_status_event)
          .values(givenAs('noted', ...noted))
          .returning({ id: order_status_event.id }),
      ),
      db.$with('shown').as(
        db
          .insert(order_evidence)
          .values(givenAs('shown', ...shown))
          .returning({ order_id: order_evidence.order_id }),
      ),
      ...(isReceived ? [...receiveSteps(db), mailStep(db)] : []),
      stock.reserved,
      stock.taken,
    ]
    return db
      .with(...steps)
      .select({ withdrawn_at: customer.withdrawn_at, id: stock.taken.id, stock: stock.taken.stock })
      .from(customer)
      .leftJoin(stock.taken, sql`true`)
      .where(and(eq(customer.shop_id, sql.placeholder('shop_id')), eq(customer.id, sql.placeholder('customer_id'))))
  })

const built = new Map<string, ReturnType<typeof partsOf>>()
function partsFor(items: number, isReceived: boolean) {
  const key = `${items} ${isReceived}`
  const known = built.get(key) ?? partsOf(items, isReceived)
  built.set(key, known)
  return known
}

/**
 * Writes items, payment, evidence and the first status of an order, and takes its stock. If the order counts at once,
 * also runs `receiveSteps` and queues its mail.
 * @throws ShopError 401 for a member who withdrew or was merged meanwhile; 409 as `takeStock`
 */
export async function writeParts(
  tx: Tx,
  ctx: MemberContext,
  order: OrderRow,
  items: readonly SoldItem[],
  { input, assessed, mail }: Parts,
): Promise<void> {
  const { shop_id, customer_id } = order
  const paidWith = {
    ...paymentIntent(ctx, order, order.order_no, order.created_at),
    ...chosenCard(input, order.subscription_id !== null),
  }
  const rows = await partsFor(items.length, mail !== null)(tx, {
    customer_id,
    ...Object.assign({}, ...items.map((item, n) => valuesAs(`sold${n}`, item, sold))),
    ...intentValues(paidWith),
    ...valuesAs('noted', statusEvent(ctx, order), noted),
    ...valuesAs('shown', evidenceOf(ctx, order, input, assessed), shown),
    ...(mail && {
      ...receiveValues(ctx, order, items),
      ...mailValues(shop_id, keyOf(order), orderMail(ctx, order, items, mail), aboutOf(order)),
    }),
    ...takeStockValues(shop_id, assessed.items),
  })
  if (rows[0]?.withdrawn_at !== null) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  await checkTaken(tx, assessed.items, rows)
}

const evidenceOf = (ctx: MemberContext, order: OrderRow, input: Request, assessed: AssessedOrder) => ({
  shop_id: order.shop_id,
  order_id: order.id,
  request_digest: requestDigest(input),
  terms_version: assessed.terms_version,
  shown_at: shownAt(input.shown, ctx.clock.now()),
  shown: {
    ...input.shown,
    items: assessed.items,
    summary: assessed.summary,
    // The exact text of the consent; null: no data was passed on.
    third_party_consent: assessed.consent_text,
    ...(assessed.consent_text !== null && heardBy(ctx)),
  },
  user_agent: ctx.user_agent,
})
