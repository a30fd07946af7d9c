import type { Tx } from '@kushi/db/connect'
import { bank_refund, type transfer_file } from '@kushi/db/schema/bank-refund'
import { isRow } from '@kushi/db/shop-scope'
import type { BankAccount, BankRefundState } from '@kushi/values/bank-transfer'
import type { Context } from '../../../context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'

export type BankRefundRow = typeof bank_refund.$inferSelect

/** Days for which a link can be used. */
export const LINK_DAYS = 14

/** From which states each can be reached. */
const before: Record<BankRefundState, readonly BankRefundState[]> = {
  asked: ['asked'],
  given: ['asked', 'filed'],
  filed: ['given'],
  paid: ['filed'],
  returned: ['paid', 'filed'],
  withdrawn: ['asked', 'given'],
}

export const staleRefundState = (message = 'この振込は、もう別の状態です。画面を読み込み直してください。') =>
  new ShopError(409, 'ERROR_BANK_REFUND_STATE', message)

/** The only place that changes `bank_refund.state`. `row` is locked. @throws ShopError 409 */
export async function moveRefund(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  row: BankRefundRow,
  state: BankRefundState,
  set: Partial<BankRefundRow> = {},
): Promise<void> {
  if (!before[state].includes(row.state)) throw staleRefundState()
  await tx
    .update(bank_refund)
    .set({ ...set, state, updated_at: clock.now() })
    .where(isRow(bank_refund, row))
}

export async function lockRefund(tx: Tx, { shop_id }: Pick<Context, 'shop_id'>, id: number): Promise<BankRefundRow> {
  const [row] = await tx.select().from(bank_refund).where(isRow(bank_refund, { shop_id, id })).for('update')
  if (!row) throw notFound()
  return row
}

export const openRefundAccount = ({ secrets }: Pick<Context, 'secrets'>, sealed: string): BankAccount =>
  JSON.parse(secrets.open(sealed)) as BankAccount

export const refundSubject = ({ id }: { id: number }, order_no: string) => ({
  subject: 'bank_refund',
  subject_id: id,
  subject_name: `${order_no} の振込での返金`,
})

/** A file that was taken may be at the bank: only another person than who prepared it says that it is not. */
export const mayDiscardFile = (
  { state, taken_at, actor_id }: Pick<typeof transfer_file.$inferSelect, 'state' | 'taken_at' | 'actor_id'>,
  operator: { id: number },
): boolean => (state === 'prepared' || state === 'approved') && (taken_at === null || actor_id !== operator.id)
