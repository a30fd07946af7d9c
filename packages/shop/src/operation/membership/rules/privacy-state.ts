import { isDeferredPayment } from '@kushi/values/payment-method'
import type { PrivacyState } from '@kushi/values/privacy-request'

interface OrderFacts {
  payment_method_id: number | null
  /** 法人: copies of qualified invoices name the buyer and are kept for seven years (消費税法 第57条の4). */
  is_company: boolean
  updated_at: Date
}

const DAY = 86_400_000
/** After this time a 後払い invoice is paid, or collected by the provider. */
const BILL_DAYS = 60
const YEARS_DAYS = 7 * 366

/** Whether the books still need the recipient of a closed order. Amounts, dates and goods stay in any case. */
export function mustKeepOrderContact({ payment_method_id, is_company, updated_at }: OrderFacts, now: Date): boolean {
  const days = (now.getTime() - updated_at.getTime()) / DAY
  if (is_company && days < YEARS_DAYS) return true
  return isDeferredPayment(payment_method_id) && days < BILL_DAYS
}

const NEXT: Record<PrivacyState, readonly PrivacyState[]> = {
  received: ['working', 'refused'],
  working: ['done', 'refused'],
  done: [],
  refused: [],
}

interface PrivacyStateChange {
  state: PrivacyState
  identity_check: string
  answer: string
}

/**
 * Returns why a request can't change to that state, with the field to show it at; null: it can. A closed request can't
 * change.
 */
export function privacyStateProblem(
  from: PrivacyState,
  wanted: PrivacyStateChange,
): { path: string; message: string } | null {
  const { state, identity_check, answer } = wanted
  if (NEXT[from].length === 0) return { path: 'state', message: 'この請求は終わっています。' }
  if (state !== from && !NEXT[from].includes(state))
    return { path: 'state', message: '「対応中」を経てから、完了にしてください。' }
  if ((state === 'working' || state === 'done') && identity_check === '')
    return { path: 'identity_check', message: 'ご本人であることを、どのように確かめたかを入力してください。' }
  if (NEXT[state].length === 0 && answer === '')
    return { path: 'answer', message: 'お客様にお伝えしたこと、またはお断りした理由を入力してください。' }
  return null
}
