import {
  BANK_REFUND_STATE_NAME,
  isBankTransferName,
  TRANSFER_FILE_STATE_NAME,
  toBankTransferName,
} from '@kushi/values/bank-transfer'
import { z } from 'zod'
import { isoDate } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import { FileStream } from './csv.ts'
import type { AdminEndpoints } from './endpoint.ts'

const id = z.coerce.number().int().positive()
const bank = (length: number, what: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{${length}}$`), `${what}は、数字${length}桁で入力してください。`)
const name = (what: string) =>
  z.string().trim().min(1, `${what}を入力してください。`).max(30, '30字までで入力してください。')

/** 依頼人: the account from which the shop pays. */
export const TransferSender = z.object({
  client_code: bank(10, '委託者コード').meta({ title: '委託者コード', description: 'Which the bank gave the shop.' }),
  client_name: z
    .string()
    .overwrite(toBankTransferName)
    .refine(isBankTransferName, '依頼人名は、カタカナか英字で入力してください。')
    .meta({ title: '依頼人名', description: 'In kana.' }),
  bank_name: name('銀行名').meta({ title: '銀行名' }),
  bank_code: bank(4, '銀行コード').meta({ title: '銀行コード' }),
  branch_name: name('支店名').meta({ title: '支店名' }),
  branch_code: bank(3, '支店コード').meta({ title: '支店コード' }),
  deposit_type: z.literal([1, 2], '種目を選んでください。').meta({ title: '種目' }),
  account_number: bank(7, '口座番号').meta({ title: '口座番号' }),
})
export type TransferSender = z.infer<typeof TransferSender>

const BankRefundRow = z.object({
  id: z.int(),
  order_id: z.int(),
  order_no: z.string(),
  amount: z.int(),
  state: oneOf(BANK_REFUND_STATE_NAME),
  masked: z.string().meta({ description: 'The account, with all but its last digits hidden; empty: not given.' }),
  is_expired: z
    .boolean()
    .meta({ description: 'The link can not be used any more: the customer has to be asked again.' }),
  transfer_file_id: z.int().nullable(),
  reason: z.string(),
  updated_at: z.iso.datetime(),
})

const TransferFile = z.object({
  id: z.int(),
  pay_on: isoDate,
  state: oneOf(TRANSFER_FILE_STATE_NAME),
  transfers: z.int().meta({ description: 'Number of transfers in the file.' }),
  amount: z.number().int(),
  has_content: z.boolean().meta({ description: 'The file is still kept; it is deleted after its term.' }),
  may_pay: z.boolean().meta({ description: '振込指定日 has come: it can be recorded as paid.' }),
  is_banked: z.boolean().meta({ description: 'The bank’s statement shows that its sum has left the account.' }),
  may_approve: z.boolean().meta({ description: 'Whoever prepared a file can not approve it.' }),
  is_taken: z.boolean().meta({ description: 'Somebody took the file for the bank: it is dropped only with a reason.' }),
  may_drop: z.boolean().meta({ description: 'Whoever prepared a file that was taken can not drop it.' }),
  operator_name: z.string(),
  approver_name: z.string().nullable(),
  created_at: z.iso.datetime(),
  refunds: z.array(BankRefundRow),
})

export const BankRefundDesk = z.object({
  sender: TransferSender.nullable(),
  waiting: z.array(BankRefundRow).meta({
    description:
      'Refunds that are asked, given, paid by the bank but not booked, or returned and still owed; the oldest first; at most 200.',
  }),
  files: z.array(TransferFile).meta({ description: 'The newest 20 files.' }),
})
export type BankRefundDesk = z.infer<typeof BankRefundDesk>

const params = z.object({ id })
const reason = z.string().trim().min(1, { error: '理由を入力してください。' }).max(200)
const write = { permission: 'accounting.write' } as const

export const bankRefundAdminEndpoints = {
  'GET /admin/v1/bank-refunds': {
    summary: '振込での返金',
    permission: 'order.read',
    response: BankRefundDesk,
  },
  'POST /admin/v1/orders/{id}/bank-refund': {
    summary: '返金の振込先をお客様に伺う(もう一度なら、新しいURLを送る)',
    permission: 'payment.write',
    params,
    body: z.object({ owed_amount: z.int().min(1).meta({ description: 'Yen owed when the screen was loaded.' }) }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_ORDER_STATUS', 'ERROR_CHANGED_MEANWHILE', 'ERROR_REFUND_UNANSWERED'],
  },
  'POST /admin/v1/bank-refunds/{id}/withdraw': {
    summary: '振込での返金を取りやめる(返金そのものは残る)',
    permission: 'payment.write',
    params,
    body: z.object({ reason }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE'],
  },
  'PUT /admin/v1/bank-refunds/sender': {
    summary: '振込の依頼人を決める',
    ...write,
    confirm: true,
    body: TransferSender,
    response: z.object({}),
  },
  'POST /admin/v1/bank-refunds/files': {
    summary: '総合振込のファイルを作る',
    ...write,
    body: z.object({ pay_on: isoDate.meta({ title: '振込指定日', description: 'The day on which the bank pays.' }) }),
    response: z.object({ id: z.int() }),
    errors: ['ERROR_BANK_REFUND_STATE', 'ERROR_NOT_FOUND', 'ERROR_REFUND_UNANSWERED'],
  },
  'POST /admin/v1/bank-refunds/files/{id}/approve': {
    summary: '総合振込のファイルを承認する(作った人とは別の人が)',
    ...write,
    confirm: true,
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE'],
  },
  'POST /admin/v1/bank-refunds/files/content': {
    summary: '承認した総合振込のファイルを受け取る',
    ...write,
    personal: true,
    body: z.object({ id: z.int().positive() }),
    file: 'text/plain',
    response: FileStream,
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE'],
  },
  'POST /admin/v1/bank-refunds/files/{id}/paid': {
    summary: '総合振込を振込済みにする(返金を記帳し、お客様に知らせる)',
    ...write,
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE', 'ERROR_CHANGED_MEANWHILE'],
  },
  'POST /admin/v1/bank-refunds/files/{id}/drop': {
    summary: '総合振込のファイルを取りやめる(返金は次のファイルに入る)',
    ...write,
    params,
    body: z.object({
      reason: z.string().trim().max(200).default('').meta({ description: 'Required once the file was taken.' }),
    }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE'],
  },
  'POST /admin/v1/bank-refunds/{id}/returned': {
    summary: '銀行が振り込めなかったことを記録する(返金は未返金に戻る)',
    ...write,
    params,
    body: z.object({ reason }),
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_BANK_REFUND_STATE'],
  },
} as const satisfies AdminEndpoints
