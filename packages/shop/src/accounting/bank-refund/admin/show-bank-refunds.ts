import { returnedUnrefundedCondition } from '@kushi/db/owed'
import { bank_refund, transfer_file, transfer_sender } from '@kushi/db/schema/bank-refund'
import { orders } from '@kushi/db/schema/order'
import { settlement_line } from '@kushi/db/schema/settlement'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import type { Yen } from '@kushi/values/yen'
import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { canDiscardTransferFile } from '../internal/bank-refund-row.ts'
import { isTransferDateReached } from './transfer-files.ts'

/** Left by the file's 振込済み, because something else is owed: for a person. */
const isUnbooked = and(eq(bank_refund.state, 'filed'), ne(bank_refund.reason, ''))

const SHOWN = 200
const SHOWN_FILES = 20

/** 振込での返金: lists the bank refunds that wait for something, and the newest transfer files. */
export const showBankRefunds: AdminHandler<'GET /admin/v1/bank-refunds'> = async (ctx) => {
  const { db, shop_id, clock, operator } = ctx
  const rows = () =>
    db
      .select({ row: bank_refund, order_no: orders.order_no })
      .from(bank_refund)
      .innerJoin(orders, refersToCondition(bank_refund.order_id, orders))
  type Found = Awaited<ReturnType<typeof rows>>[number]
  const shown = ({ row, order_no }: Found) => ({
    id: row.id,
    order_id: row.order_id,
    order_no,
    amount: row.amount,
    state: row.state,
    masked: row.masked,
    is_expired: row.state === 'asked' && row.expires_at <= clock.now(),
    transfer_file_id: row.transfer_file_id,
    reason: row.reason,
    updated_at: row.updated_at.toISOString(),
  })
  const [[sender], waiting, files] = await Promise.all([
    db.select().from(transfer_sender).where(eq(transfer_sender.shop_id, shop_id)),
    rows()
      .where(
        and(
          eq(bank_refund.shop_id, shop_id),
          or(inArray(bank_refund.state, ['asked', 'given']), isUnbooked, returnedUnrefundedCondition),
        ),
      )
      .orderBy(asc(bank_refund.id))
      .limit(SHOWN),
    db
      .select()
      .from(transfer_file)
      .where(eq(transfer_file.shop_id, shop_id))
      .orderBy(desc(transfer_file.id))
      .limit(SHOWN_FILES),
  ])
  const ids = files.map(({ id }) => id)
  const banked = await bankedFiles(ctx, files)
  const filed =
    ids.length === 0
      ? []
      : await rows()
          .where(and(eq(bank_refund.shop_id, shop_id), inArray(bank_refund.transfer_file_id, ids)))
          .orderBy(asc(bank_refund.id))
  return {
    sender: sender ? { ...sender, deposit_type: sender.deposit_type as 1 | 2 } : null,
    waiting: waiting.map(shown),
    files: files.map((file) => ({
      id: file.id,
      pay_on: file.pay_on,
      state: file.state,
      transfers: file.transfers,
      amount: file.amount,
      has_content: file.sealed !== null,
      may_pay: file.state === 'approved' && isTransferDateReached(ctx, file),
      is_banked: banked.has(file.id),
      may_approve: file.state === 'prepared' && file.actor_id !== operator.id,
      is_taken: file.taken_at !== null,
      may_drop: canDiscardTransferFile(file, operator),
      operator_name: file.actor_name,
      approver_name: file.approver_name,
      created_at: file.created_at.toISOString(),
      refunds: filed.filter(({ row }) => row.transfer_file_id === file.id).map(shown),
    })),
  }
}

/** Days after 振込指定日 on which a statement may show it. */
const DAYS_LATER = 5

/** The files whose sum left the account, as the bank's statement says: of several with one sum the earliest takes the earliest line. */
async function bankedFiles(
  { db, shop_id }: OperatorContext,
  shown: readonly { amount: Yen }[],
): Promise<ReadonlySet<number>> {
  const amounts = [...new Set(shown.map(({ amount }) => amount))]
  if (amounts.length === 0) return new Set()
  const [files, lines] = await Promise.all([
    db
      .select({ id: transfer_file.id, amount: transfer_file.amount, pay_on: transfer_file.pay_on })
      .from(transfer_file)
      .where(
        and(
          eq(transfer_file.shop_id, shop_id),
          ne(transfer_file.state, 'dropped'),
          inArray(transfer_file.amount, amounts),
        ),
      )
      .orderBy(asc(transfer_file.pay_on), asc(transfer_file.id)),
    db
      .select({ amount: settlement_line.amount, paid_on: settlement_line.paid_on })
      .from(settlement_line)
      .where(
        and(
          eq(settlement_line.shop_id, shop_id),
          eq(settlement_line.provider, 'bank'),
          ne(settlement_line.state, 'taken_back'),
          inArray(
            settlement_line.amount,
            amounts.map((amount) => -amount),
          ),
        ),
      )
      .orderBy(asc(settlement_line.paid_on), asc(settlement_line.id)),
  ])
  const left = new Set(lines)
  const banked = new Set<number>()
  for (const { id, amount, pay_on } of files) {
    const last = addDays(pay_on, DAYS_LATER)
    const own = [...left].find((line) => line.amount === -amount && line.paid_on >= pay_on && line.paid_on <= last)
    if (!own) continue
    left.delete(own)
    banked.add(id)
  }
  return banked
}
