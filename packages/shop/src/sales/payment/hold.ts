import type { Queryable } from '@kushi/db/connect'
import { payment_hold } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { preparedStatement } from '@kushi/db/statement'
import { isCashOnDelivery } from '@kushi/values/payment-method'
import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { type PaymentPort, PaymentUnavailable } from '../../ports/payment-port.ts'
import type { PaymentPorts } from '../../ports/payment-ports.ts'
import { ShopError } from '../../shop-error.ts'
import { findUnknownPayments } from './find-unknown.ts'
import { reconcilePayments } from './reconcile-payments.ts'

interface Hold {
  shop_id: number
  reason: string
  held_at: Date
}

/**
 * Returns since when and why the payments of a shop are on hold, i.e. no call that moves money is made; null: not on hold.
 */
export async function findPaymentHold(db: Queryable, shop_id: number): Promise<Hold | null> {
  const [hold] = await holdOf(db, { shop_id })
  return hold ?? null
}

const holdOf = preparedStatement('hold_of', (db) =>
  db
    .select()
    .from(payment_hold)
    .where(eq(payment_hold.shop_id, sql.placeholder('shop_id'))),
)

/** Returns all shops whose payments are on hold. */
export const listPaymentHolds = (db: Queryable): Promise<Hold[]> =>
  db.select().from(payment_hold).orderBy(asc(payment_hold.shop_id))

const subject = { subject: 'payment_hold', subject_id: 1, subject_name: '決済の停止' }

/** 決済の停止, in all shops of the installation. Calling it again changes nothing. */
export async function holdPayments(ctx: AdminContext, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const shops = await tx.select({ id: shop.id }).from(shop)
    const held_at = ctx.clock.now()
    const rows = shops.map(({ id }) => ({ shop_id: id, reason, held_at }))
    await tx.insert(payment_hold).values(rows).onConflictDoNothing()
    await recordAudit(tx, ctx, { ...subject, after: { reason } })
  })
}

interface Resume {
  /** The list downloaded at the providers. Without it, payments that only a provider knows can't be found. */
  list?: string | undefined
  days?: number
  /** The operator's reason for ending the hold despite differences or without a list. */
  accept?: string | undefined
}

/**
 * Compares the shop's books with its providers' and ends the hold if they agree, or if the operator states a reason to
 * end it anyway. Other shops stay on hold. A shop without providers needs no list. Returns the differences.
 * @throws ShopError 409 ERROR_PAYMENTS_HELD if the hold does not end
 */
export async function resumePayments(ctx: AdminContext, { list, days = 30, accept }: Resume) {
  let silent = 0
  const unasked = () => void silent++
  const differences = await reconcilePayments(ctx, { days, budgetMs: Number.POSITIVE_INFINITY, unasked })
  const unknown = list === undefined ? [] : await findUnknownPayments(ctx, list, unasked)
  const isListed = list !== undefined || [...ctx.ports.payment.keys()].every(isCashOnDelivery)
  const isClear = differences.length === 0 && unknown.length === 0 && silent === 0 && isListed
  if (!isClear && !accept)
    throw new ShopError(
      409,
      'ERROR_PAYMENTS_HELD',
      `Still held: ${differences.length} differences, ${silent} questions without an answer, ${!isListed ? 'no list of the providers was given (--list)' : `${unknown.length} payments that only a provider knows`}. See payments reconcile [--list FILE]; to go on all the same say --accept with the reason.`,
    )
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx
      .delete(payment_hold)
      .where(eq(payment_hold.shop_id, ctx.shop_id))
      .returning({ reason: payment_hold.reason })
    await recordAudit(tx, ctx, { ...subject, before: before ?? {}, after: { accepted: accept ?? null } })
  })
  return { differences, unknown }
}

const moving = ['authorise', 'finish', 'capture', 'void', 'refund', 'change'] as const satisfies (keyof PaymentPort)[]

/** Wraps the providers of a shop: while the shop is on hold, calls that move money throw PaymentUnavailable. */
export function guardPortsOnHold(ports: PaymentPorts, db: Context['db'], shop_id: number): PaymentPorts {
  const isOnHold = async () => (await findPaymentHold(db, shop_id)) !== null
  return new Map(
    [...ports].map(([method, port]) => [method, isCashOnDelivery(method) ? port : guarded(port, isOnHold)] as const),
  )
}

function guarded(port: PaymentPort, isOnHold: () => Promise<boolean>): PaymentPort {
  const guard =
    (name: (typeof moving)[number]) =>
    async (...args: unknown[]) => {
      if (await isOnHold()) throw new PaymentUnavailable(`${name}: payments are held`)
      return Reflect.apply(port[name], port, args)
    }
  const calls = Object.fromEntries(moving.map((name) => [name, guard(name)])) as unknown as PaymentPort
  return { ...port, ...calls, find: (attempt) => port.find(attempt) }
}
