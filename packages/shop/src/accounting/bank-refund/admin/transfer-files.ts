import { createHash } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { bank_refund, transfer_file, transfer_sender } from '@kushi/db/schema/bank-refund'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { lockOrder } from '../../../sales/order/index.ts'
import {
  isRefundUnanswered,
  isUnclaimedCondition,
  recordManualRefund,
  refuseUnansweredRefund,
  revertManualRefund,
} from '../../../sales/payment/index.ts'
import { mailOrderRefunded } from '../../../sales/refund/index.ts'
import { invalidFields, notFound, refusedField } from '../../../shop-error.ts'
import {
  type BankRefundRow,
  bankRefundAuditSubject,
  bankRefundStateError,
  canDiscardTransferFile,
  decryptRefundAccount,
  lockBankRefund,
  setBankRefundState,
} from '../internal/bank-refund-row.ts'
import { type BankTransfer, encodeTransferFile } from '../rules/transfer-file.ts'

type File = typeof transfer_file.$inferSelect
const fileSubject = ({ id, pay_on }: Pick<File, 'id' | 'pay_on'>) => ({
  subject: 'transfer_file',
  subject_id: id,
  subject_name: `${pay_on} の総合振込`,
})

/** 依頼人の口座: saves the shop's own account, from which refunds are transferred. */
export const saveTransferSender: AdminHandler<'PUT /admin/v1/bank-refunds/sender'> = async (ctx, sender) => {
  const { shop_id } = ctx
  const values = { ...sender, deposit_type: sender.deposit_type as 1 | 2, updated_at: ctx.clock.now() }
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(transfer_sender).where(eq(transfer_sender.shop_id, shop_id)).for('update')
    await tx
      .insert(transfer_sender)
      .values({ shop_id, ...values })
      .onConflictDoUpdate({ target: transfer_sender.shop_id, set: values })
    const { shop_id: _, updated_at: _u, ...was } = before ?? {}
    await recordAudit(tx, ctx, {
      subject: 'transfer_sender',
      subject_id: shop_id,
      subject_name: '振込の依頼人',
      before: { transfer_sender: before ? was : null },
      after: { transfer_sender: sender },
    })
  })
  return {}
}

/**
 * 振込ファイルを作る: creates a transfer file of all bank refunds with a known account. The amount of each refund must still be
 * owed on its order, and no other refund of the order may be under way.
 * @throws ShopError 404 without such a refund; 409 for a second file of the day, or if something changed; 422 for the
 * day
 */
export const prepareTransferFile: AdminHandler<'POST /admin/v1/bank-refunds/files'> = async (ctx, { pay_on }) => {
  const { shop_id } = ctx
  if (pay_on < ctx.clock.today()) throw refusedField('pay_on', '今日以降の日付を選んでください。')
  return ctx.db.transaction(async (tx) => {
    const [sender] = await tx.select().from(transfer_sender).where(eq(transfer_sender.shop_id, shop_id)).for('update')
    if (!sender) throw bankRefundStateError('振込の依頼人(お店の口座)を、先に登録してください。')
    const ofDay = and(eq(transfer_file.shop_id, shop_id), eq(transfer_file.pay_on, pay_on))
    const known = await tx.select({ state: transfer_file.state }).from(transfer_file).where(ofDay)
    if (known.some(({ state }) => state !== 'dropped'))
      throw bankRefundStateError(
        'この日のファイルは、すでにあります。別の日にするか、先のファイルを取りやめてください。',
      )
    const given = await tx
      .select()
      .from(bank_refund)
      .where(and(eq(bank_refund.shop_id, shop_id), eq(bank_refund.state, 'given')))
      .orderBy(asc(bank_refund.order_id))
      .for('update')
    if (given.length === 0) throw notFound()
    for (const row of given) await expectOwed(tx, row)
    const transfers: BankTransfer[] = given.map(({ id, amount, sealed }) => ({
      account: decryptRefundAccount(ctx, sealed!),
      amount,
      reference: String(id),
    }))
    const content = encodeTransferFile(sender, pay_on, transfers)
    const amount = given.reduce((sum, row) => sum + row.amount, 0)
    const [file] = await tx
      .insert(transfer_file)
      .values({
        shop_id,
        pay_on,
        state: 'prepared',
        transfers: given.length,
        amount,
        sha256: createHash('sha256').update(content).digest('hex'),
        sealed: ctx.secrets.seal(Buffer.from(content).toString('base64')),
        ...ctx.actor,
        created_at: ctx.clock.now(),
      })
      .returning()
    for (const row of given) await setBankRefundState(tx, ctx, row, 'filed', { transfer_file_id: file!.id })
    const after = { transfer_file_state: 'prepared', transfers: given.length, amount }
    await recordAudit(tx, ctx, { ...fileSubject(file!), after })
    return { id: file!.id }
  })
}

/** @throws ShopError 409 if more or less is owed by now, or a provider is asked for a refund at this moment, or has not answered */
async function expectOwed(tx: Tx, row: BankRefundRow): Promise<void> {
  const { order, paid } = await lockOrder(tx, { shop_id: row.shop_id, id: row.order_id })
  if (paid) refuseUnansweredRefund(paid)
  const owed = unrefundedAmount(paid)
  const isIdle =
    paid !== null && (await tx.$count(payment, and(sameRowCondition(payment, paid), isUnclaimedCondition()))) === 1
  if (owed === row.amount && isIdle) return
  throw bankRefundStateError(
    `ご注文 ${order.order_no} の未返金は${formatYen(owed)}に変わっています。この返金を取りやめて、伺い直してください。`,
  )
}

async function lockFile(tx: Tx, { shop_id }: OperatorContext, id: number): Promise<File> {
  const [file] = await tx
    .select()
    .from(transfer_file)
    .where(sameRowCondition(transfer_file, { shop_id, id }))
    .for('update')
  if (!file) throw notFound()
  return file
}

async function moveFile(
  tx: Tx,
  ctx: OperatorQueryContext,
  file: File,
  { from, reason, ...set }: { from: readonly File['state'][]; reason?: string } & Pick<File, 'state'> & Partial<File>,
): Promise<void> {
  if (!from.includes(file.state)) throw bankRefundStateError()
  await tx.update(transfer_file).set(set).where(sameRowCondition(transfer_file, file))
  await recordAudit(tx, ctx, {
    ...fileSubject(file),
    before: { transfer_file_state: file.state },
    after: { transfer_file_state: set.state, ...(reason && { decision_reason: reason }) },
  })
}

/** 承認する: approves a transfer file. The approver must not be the operator who prepared it. @throws ShopError 404, 409 */
export const approveTransferFile: AdminHandler<'POST /admin/v1/bank-refunds/files/{id}/approve'> = async (
  ctx,
  { id },
) => {
  await ctx.db.transaction(async (tx) => {
    const file = await lockFile(tx, ctx, id)
    if (file.actor_id === ctx.operator.id)
      throw bankRefundStateError('作った人とは別の担当者が、金額と件数を確かめて承認してください。')
    await moveFile(tx, ctx, file, {
      from: ['prepared'],
      state: 'approved',
      approver_id: ctx.operator.id,
      approver_name: ctx.operator.name,
      approved_at: ctx.clock.now(),
    })
  })
  return {}
}

/** Returns the bytes of a transfer file for the bank. @throws ShopError 404, 409 before the approval */
export const downloadTransferFile: AdminHandler<'POST /admin/v1/bank-refunds/files/content'> = async (ctx, { id }) => {
  const content = await ctx.db.transaction(async (tx) => {
    const file = await lockFile(tx, ctx, id)
    if (file.state !== 'approved' && file.state !== 'paid') throw bankRefundStateError('承認されていないファイルです。')
    if (file.sealed === null) throw notFound()
    if (file.taken_at === null)
      await tx.update(transfer_file).set({ taken_at: ctx.clock.now() }).where(sameRowCondition(transfer_file, file))
    await recordAudit(tx, ctx, { ...fileSubject(file), after: { file: 'taken' } })
    return { pay_on: file.pay_on, bytes: Buffer.from(ctx.secrets.open(file.sealed), 'base64') }
  })
  async function* bytes() {
    yield new Uint8Array(content.bytes)
  }
  return { file_name: `sogofurikomi-${content.pay_on}.txt`, content: bytes() }
}

const refundsOf = (tx: Tx, { shop_id, id }: File) =>
  tx
    .select()
    .from(bank_refund)
    .where(and(eq(bank_refund.shop_id, shop_id), eq(bank_refund.transfer_file_id, id), eq(bank_refund.state, 'filed')))
    .orderBy(asc(bank_refund.order_id))
    .for('update')

/** Whether 振込指定日 of a transfer file is reached (JST). Before that day it can't be recorded as paid. */
export const isTransferDateReached = (
  { clock }: Pick<OperatorContext, 'clock'>,
  { pay_on }: Pick<File, 'pay_on'>,
): boolean => clock.today() >= pay_on

/**
 * 振込済み: records that the bank has paid the file, books each refund and notifies its customer. A refund whose order owes
 * less by now is not booked: it stays in the file, with the reason, for an operator. Once its order is corrected, a
 * repeated call books it; otherwise it is recorded as 組戻し.
 * @throws ShopError 404; 409 before 振込指定日, or if nothing is left to book
 */
export const recordTransferFilePaid: AdminHandler<'POST /admin/v1/bank-refunds/files/{id}/paid'> = async (
  ctx,
  { id },
) => {
  await ctx.db.transaction(async (tx) => {
    const file = await lockFile(tx, ctx, id)
    const rows = await refundsOf(tx, file)
    if (!isTransferDateReached(ctx, file)) throw bankRefundStateError('振込指定日になると、振込済みにできます。')
    if (file.state !== 'paid')
      await moveFile(tx, ctx, file, { from: ['approved'], state: 'paid', closed_at: ctx.clock.now() })
    else if (rows.length === 0) throw bankRefundStateError()
    for (const row of rows) {
      const { order, paid } = await lockOrder(tx, { shop_id: row.shop_id, id: row.order_id })
      const owed = unrefundedAmount(paid)
      if (!paid || owed < row.amount || isRefundUnanswered(paid)) {
        const reason = `振込済みですが、未返金が${formatYen(owed)}のため、記帳していません。`
        await tx
          .update(bank_refund)
          .set({ reason, updated_at: ctx.clock.now() })
          .where(sameRowCondition(bank_refund, row))
        continue
      }
      await recordManualRefund(tx, ctx, paid, { amount: row.amount, note: `総合振込 ${file.pay_on}` })
      await setBankRefundState(tx, ctx, row, 'paid', { reason: '' })
      const total = paid.refunded_amount + paid.repaid_amount + row.amount
      await mailOrderRefunded(tx, ctx, order, { amount: row.amount, total })
    }
  })
  return {}
}

/**
 * Discards a transfer file that does not go to the bank. Its refunds wait for the next file. Once it was downloaded,
 * another operator than its preparer must discard it, with a reason.
 * @throws ShopError 404, 409
 */
export const discardTransferFile: AdminHandler<'POST /admin/v1/bank-refunds/files/{id}/drop'> = async (
  ctx,
  { id, reason },
) => {
  await ctx.db.transaction(async (tx) => {
    const file = await lockFile(tx, ctx, id)
    const from = ['prepared', 'approved'] as const
    if (from.some((state) => state === file.state) && !canDiscardTransferFile(file, ctx.operator))
      throw bankRefundStateError(
        '銀行に渡すファイルを受け取ったあとです。作った人とは別の担当者が、銀行に渡していないことを確かめて取りやめてください。',
      )
    if (file.taken_at !== null && !reason)
      throw invalidFields([{ path: 'reason', message_id: 'required', message: '理由を入力してください。' }])
    await moveFile(tx, ctx, file, { from, reason, state: 'dropped', closed_at: ctx.clock.now() })
    for (const row of await refundsOf(tx, file))
      await setBankRefundState(tx, ctx, row, 'given', { transfer_file_id: null })
  })
  return {}
}

/**
 * 組戻し: records that the bank could not pay a refund. If the refund is booked, its booking is reversed. The money is
 * owed again.
 * @throws ShopError 404, 409
 */
export const recordReturnedTransfer: AdminHandler<'POST /admin/v1/bank-refunds/{id}/returned'> = async (
  ctx,
  { id, reason },
) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockBankRefund(tx, ctx, id)
    const { order, paid } = await lockOrder(tx, { shop_id: row.shop_id, id: row.order_id })
    if (row.state === 'filed' && row.reason === '') throw bankRefundStateError()
    await setBankRefundState(tx, ctx, row, 'returned', { reason })
    if (row.state === 'paid') await revertManualRefund(tx, ctx, paid!, { amount: row.amount, note: reason })
    await recordAudit(tx, ctx, {
      ...bankRefundAuditSubject(row, order.order_no),
      before: { bank_refund_state: row.state },
      after: { bank_refund_state: 'returned', decision_reason: reason },
    })
  })
  return {}
}
