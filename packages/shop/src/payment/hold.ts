import type { Queryable } from '@kushi/db/connect'
import { payment_hold } from '@kushi/db/schema/payment'
import { isCash } from '@kushi/values/payment-method'
import type { AdminContext } from '../admin/index.ts'
import { record } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { findUnknown } from './find-unknown.ts'
import { type PaymentPort, PaymentUnavailable } from './payment-port.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { reconcilePayments } from './reconcile-payments.ts'

/** Since when and why nothing that moves money is asked of a provider; null: it is. */
export async function findHold(db: Queryable): Promise<{ reason: string; held_at: Date } | null> {
  const [held] = await db.select().from(payment_hold)
  return held ?? null
}

const subject = { subject: 'payment_hold', subject_id: 1, subject_name: '決済の停止' }

/** 決済の停止, for all shops of the installation. Once more it changes nothing. */
export async function holdPayments(ctx: AdminContext, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.insert(payment_hold).values({ reason, held_at: ctx.clock.now() }).onConflictDoNothing()
    await record(tx, ctx, { ...subject, after: { reason } })
  })
}

interface Resume {
  /** What was downloaded at the providers; without it what only they know can't be found. */
  list?: string | undefined
  days?: number
  /** Why the hold ends although something differs, or no list was given. */
  accept?: string | undefined
}

/**
 * Compares the books with the providers' and ends the hold where they agree, or where somebody says why it may end all the
 * same. Returns what differs.
 * @throws ShopError 409 ERROR_PAYMENTS_HELD where it does not end
 */
export async function resumePayments(ctx: AdminContext, { list, days = 30, accept }: Resume) {
  let silent = 0
  const unasked = () => void silent++
  const differences = await reconcilePayments(ctx, { days, budgetMs: Number.POSITIVE_INFINITY, unasked })
  const unknown = list === undefined ? [] : await findUnknown(ctx, list, unasked)
  const isClear = differences.length === 0 && unknown.length === 0 && silent === 0 && list !== undefined
  if (!isClear && !accept)
    throw new ShopError(
      409,
      'ERROR_PAYMENTS_HELD',
      `Still held: ${differences.length} differences, ${silent} questions without an answer, ${list === undefined ? 'no list of the providers was given (--list)' : `${unknown.length} payments that only a provider knows`}. See payments reconcile [--list FILE]; to go on all the same say --accept with the reason.`,
    )
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.delete(payment_hold).returning({ reason: payment_hold.reason })
    await record(tx, ctx, { ...subject, before: before ?? {}, after: { accepted: accept ?? null } })
  })
  return { differences, unknown }
}

const moving = ['authorise', 'finish', 'capture', 'void', 'refund', 'change'] as const satisfies (keyof PaymentPort)[]

/** The same providers, of whom nothing that moves money is asked while payments are held: as if they did not answer. */
export function unlessHeld(ports: PaymentPorts, db: Context['db']): PaymentPorts {
  return new Map([...ports].map(([method, port]) => [method, isCash(method) ? port : guarded(port, db)] as const))
}

function guarded(port: PaymentPort, db: Context['db']): PaymentPort {
  const guard =
    (name: (typeof moving)[number]) =>
    async (...args: unknown[]) => {
      if (await findHold(db)) throw new PaymentUnavailable(`${name}: payments are held`)
      return Reflect.apply(port[name], port, args)
    }
  const calls = Object.fromEntries(moving.map((name) => [name, guard(name)])) as unknown as PaymentPort
  return { ...calls, find: (attempt) => port.find(attempt) }
}
