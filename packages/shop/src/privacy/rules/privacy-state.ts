import type { PrivacyState } from '@kushi/values/privacy-request'

const NEXT: Record<PrivacyState, readonly PrivacyState[]> = {
  received: ['working', 'refused'],
  working: ['done', 'refused'],
  done: [],
  refused: [],
}

interface Wanted {
  state: PrivacyState
  identity_check: string
  answer: string
}

/**
 * Returns why a request can't change to that state, with the field to show it at; null: it can. A closed request can't
 * change.
 */
export function stateProblem(from: PrivacyState, wanted: Wanted): { path: string; message: string } | null {
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
