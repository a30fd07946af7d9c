import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isUniqueViolation } from '@kushi/db/unique-violation'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { enqueueMail } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import { recordSecurityEvent } from '../../session/index.ts'
import { customerHasLineError, lineLinkedElsewhereError } from './line-errors.ts'
import { lineLinkedMail } from './line-mails.ts'

/**
 * Links a LINE account with the member and notifies them by mail. Does nothing when exactly this account is already
 * linked.
 * @throws ShopError ERROR_USER_CUSTOMER_LINE_EXISTS, ERROR_CUSTOMER_HAS_LINE
 */
export async function linkLineAccount(tx: Tx, ctx: QueryContext, customer_id: number, line_id: string): Promise<void> {
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, ctx.shop_id))
  const [before] = await tx.select().from(customer).where(mine).for('no key update')
  if (!before) throw notFound()
  if (before.line_id === line_id) return
  if (before.line_id !== null) throw customerHasLineError()
  const taken = and(eq(customer.shop_id, ctx.shop_id), eq(customer.line_id, line_id))
  if ((await tx.$count(customer, taken)) > 0) throw lineLinkedElsewhereError()
  await tx
    .update(customer)
    .set({ line_id })
    .where(and(mine, or(isNull(customer.line_id), eq(customer.line_id, line_id))))
    .catch((error: unknown) => {
      // Another member linked it between the two statements; the unique index detects it.
      if (isUniqueViolation(error)) throw lineLinkedElsewhereError()
      throw error
    })
  const mail = await lineLinkedMail(tx, await loadShop({ db: tx, shop_id: ctx.shop_id }), before)
  await recordSecurityEvent(ctx, 'line_linked', customer_id, tx)
  await enqueueMail(tx, ctx.shop_id, `line-linked:${customer_id}:${ctx.clock.now().getTime()}`, mail, { customer_id })
}
