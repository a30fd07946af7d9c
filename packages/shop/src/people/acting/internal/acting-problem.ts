import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { isPostpaid, type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'

const calls: Readonly<Record<string, Endpoint>> = contract

/** The rule for 代理ログイン that the call declares. */
const answerOf = (key: string) => calls[key]?.acting ?? (key.startsWith('GET ') ? 'asks' : 'refused')

/** Whether a call that an operator makes in place of a member is recorded in the audit log. */
export const isAuditedActingCall = (key: string): boolean => answerOf(key) === 'does'

interface ActingInput {
  is_subscription?: boolean
  payment_method_id?: PaymentMethodId
}

/** Why an operator may not make this call in place of a member; null when they may. */
export function actingProblem(key: string, input: ActingInput): string | null {
  if (answerOf(key) === 'refused') return '代理ログインではできない操作です。ご本人にお願いしてください。'
  if (key === 'POST /v1/order/public/new' && input.is_subscription)
    return '定期便のお申し込みは、ご本人だけができます。'
  if (PAYS.includes(key) && !isPostpaid(input.payment_method_id ?? null))
    return `${paymentMethodName(input.payment_method_id ?? null)}は、代理ログインでは選べません。代金引換か後払いをお選びください。`
  return null
}

const PAYS = ['POST /v1/order/public/new', 'PATCH /v1/order/subscription/update/{id}/payment']
