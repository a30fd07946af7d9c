import type { Tx } from '@kushi/db/connect'
import { bank_refund, type transfer_file } from '@kushi/db/schema/bank-refund'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { BankAccount, BankRefundState } from '@kushi/values/bank-transfer'
import type { Context } from '../../../context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'

/** A row of `bank_refund`: one refund by bank transfer. */
export type BankRefundRow = typeof bank_refund.$inferSelect

/** Days after which the link for entering a bank account expires. */
export const REFUND_LINK_DAYS = 14

/** The states from which each state can be reached. */
const before: Record<BankRefundState, readonly BankRefundState[]> = {
  asked: ['asked'],
  given: ['asked', 'filed'],
  filed: ['given'],
  paid: ['filed'],
  returned: ['paid', 'filed'],
  withdrawn: ['asked', 'given'],
}

/** The error for a bank refund whose state changed since the screen was loaded. */
export const bankRefundStateError = (message = 'この振込は、もう別の状態です。画面を読み込み直してください。') =>
  new ShopError(409, 'ERROR_BANK_REFUND_STATE', message)

/** The only place that changes `bank_refund.state`. `row` is locked. @throws ShopError 409 */
export async function setBankRefundState(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  row: BankRefundRow,
  state: BankRefundState,
  set: Partial<BankRefundRow> = {},
): Promise<void> {
  if (!before[state].includes(row.state)) throw bankRefundStateError()
  await tx
    .update(bank_refund)
    .set({ ...set, state, updated_at: clock.now() })
    .where(sameRowCondition(bank_refund, row))
}

/** Locks a bank refund of the shop until the transaction ends, and returns it. @throws ShopError 404 */
export async function lockBankRefund(
  tx: Tx,
  { shop_id }: Pick<Context, 'shop_id'>,
  id: number,
): Promise<BankRefundRow> {
  const [row] = await tx.select().from(bank_refund).where(sameRowCondition(bank_refund, { shop_id, id })).for('update')
  if (!row) throw notFound()
  return row
}

/** Decrypts the bank account that a customer entered. */
export const decryptRefundAccount = ({ secrets }: Pick<Context, 'secrets'>, sealed: string): BankAccount =>
  JSON.parse(secrets.open(sealed)) as BankAccount

/** The subject of audit entries about a bank refund. */
export const bankRefundAuditSubject = ({ id }: { id: number }, order_no: string) => ({
  subject: 'bank_refund',
  subject_id: id,
  subject_name: `${order_no} の振込での返金`,
})

/**
 * Whether the operator may discard a transfer file. A downloaded file may already be at the bank, so its preparer may
 * not discard it.
 */
export const canDiscardTransferFile = (
  { state, taken_at, actor_id }: Pick<typeof transfer_file.$inferSelect, 'state' | 'taken_at' | 'actor_id'>,
  operator: { id: number },
): boolean => (state === 'prepared' || state === 'approved') && (taken_at === null || actor_id !== operator.id)
