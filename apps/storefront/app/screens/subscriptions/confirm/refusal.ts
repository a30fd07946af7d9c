import type { ApiError } from '@kushi/contract/client'
import type { FormFailure } from '../../../form/codec.ts'
import { type SubscriptionFields, updateFailures } from '../../../form/subscription.ts'

/** Why a change was not made, and where to go on from there. */
export interface Refusal {
  title: string
  message: string
  /** `again`: look at what is new and press again. `edit`: put it right in the form. `leave`: nothing can be changed now. */
  way: 'again' | 'edit' | 'retry' | 'leave'
  /** To be shown at their fields. */
  failures: FormFailure[]
}

const known: Record<string, Pick<Refusal, 'title' | 'way'>> = {
  ERROR_AMOUNT_CHANGED: { title: '確認の途中で金額が変わりました', way: 'again' },
  ERROR_SUBSCRIPTION_CHANGED: { title: '先に変更されていました', way: 'again' },
  ERROR_SUBSCRIPTION_ITEM_REFUSED: { title: 'この商品の組み合わせでは変更できません', way: 'edit' },
  ERROR_SUBSCRIPTION_ARRANGED: { title: 'いまは変更できません', way: 'leave' },
  ERROR_SUBSCRIPTION_PAUSED: { title: 'この定期便は休止中です', way: 'leave' },
  ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS: { title: 'お支払いの手続き中です', way: 'retry' },
  ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL: { title: 'この定期便は解約されています', way: 'leave' },
  ERROR_NOT_FOUND: { title: 'この定期便は見つかりません', way: 'leave' },
}

export function refusalOf(error: ApiError, fields: Pick<SubscriptionFields, 'destination'>): Refusal {
  const { title, way } =
    known[error.error] ??
    (error.status === 422
      ? ({ title: 'ご入力の内容をご確認ください', way: 'edit' } as const)
      : ({ title: '変更を確定できませんでした', way: 'retry' } as const))
  const isItems = error.error === 'ERROR_SUBSCRIPTION_ITEM_REFUSED'
  const failures = isItems ? [{ path: 'items', message: error.message }] : updateFailures(error.fields, fields)
  // What changed meanwhile is no fault in a field.
  return { title, way, message: error.message, failures: way === 'edit' ? failures : [] }
}
