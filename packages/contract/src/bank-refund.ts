import { BANK_REFUND_STATE_NAME, type BankRefundState } from '@kushi/values/bank-transfer'
import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { BankAccountForm } from './form/bank-account.ts'

/** The secret token in the link of a mail. */
const token = z.string().regex(/^[\w-]{43}$/)

export const BankRefund = z.object({
  order_no: z.string(),
  owed_amount: z.int().meta({ description: 'Yen that are refunded by bank transfer.' }),
  state: z
    .enum(Object.keys(BANK_REFUND_STATE_NAME) as [BankRefundState, ...BankRefundState[]])
    .meta({ description: 'How far the refund is: `given` and `filed` wait for the bank.' }),
  may_give: z.boolean().meta({ description: 'The account can be given by this link now.' }),
  expires_at: z.iso.datetime(),
  masked: z.string().meta({ description: 'The account that was given, with all but its last digits hidden.' }),
})
export type BankRefund = z.infer<typeof BankRefund>

export const bankRefundEndpoints = {
  'POST /v1/order/refund-account/show': {
    summary: '返金の振込先のお伺い(メールのURLから、ログイン不要)',
    auth: 'none',
    body: z.object({ token }),
    response: BankRefund,
    errors: ['ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/order/refund-account': {
    summary: '返金の振込先を知らせる(メールのURLから、一度だけ)',
    auth: 'none',
    body: z.object({ token, account: z.lazy(() => BankAccountForm).meta({ description: '振込先の口座.' }) }),
    response: BankRefund,
    errors: ['ERROR_NOT_FOUND', 'ERROR_REFUND_ACCOUNT_OVER', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
