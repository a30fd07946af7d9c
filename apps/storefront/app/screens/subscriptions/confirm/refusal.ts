import type { ApiError } from '@kushi/contract/client'
import type { FormFailure } from '../../../form/codec.ts'
import { type SubscriptionFields, updateFailures } from '../../../form/subscription.ts'

/** Why a change was rejected, and the next step. */
export interface Refusal {
  title: string
  message: string
  /**
   * `again`: check the new values and confirm again. `edit`: correct it in the
   * form. `leave`: no change is possible now.
   */
  recovery: 'again' | 'edit' | 'retry' | 'leave'
  /** Errors to show at their fields. */
  failures: FormFailure[]
}

const known: Record<string, Pick<Refusal, 'title' | 'recovery'>> = {
  ERROR_AMOUNT_CHANGED: { title: '確認の途中で金額が変わりました', recovery: 'again' },
  ERROR_SUBSCRIPTION_CHANGED: { title: '先に変更されていました', recovery: 'again' },
  ERROR_SUBSCRIPTION_ITEM_REFUSED: { title: 'この商品の組み合わせでは変更できません', recovery: 'edit' },
  ERROR_SUBSCRIPTION_ARRANGED: { title: 'いまは変更できません', recovery: 'leave' },
  ERROR_SUBSCRIPTION_PAUSED: { title: 'この定期便は休止中です', recovery: 'leave' },
  ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS: { title: 'お支払いの手続き中です', recovery: 'retry' },
  ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL: { title: 'この定期便は解約されています', recovery: 'leave' },
  ERROR_NOT_FOUND: { title: 'この定期便は見つかりません', recovery: 'leave' },
}

export function refusalOf(error: ApiError, fields: Pick<SubscriptionFields, 'destination'>): Refusal {
  const { title, recovery } =
    known[error.error] ??
    (error.status === 422
      ? ({ title: 'ご入力の内容をご確認ください', recovery: 'edit' } as const)
      : ({ title: '変更を確定できませんでした', recovery: 'retry' } as const))
  const isItems = error.error === 'ERROR_SUBSCRIPTION_ITEM_REFUSED'
  const failures = isItems ? [{ path: 'items', message: error.message }] : updateFailures(error.fields, fields)
  // Field errors are shown only if the member must edit the form, and not after a change by another device.
  return { title, recovery, message: error.message, failures: recovery === 'edit' ? failures : [] }
}
