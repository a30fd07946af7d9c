import type { ApiError } from '@kushi/contract/client'
import { APP_CODE } from '@kushi/values/app-code'

interface Trouble {
  title: string
  /** null: a retry may help. */
  way: { to: string; label: string } | null
}

const again = { to: '/line-link', label: 'もう一度連携する' }
const byCode: Record<number, Trouble> = {
  [APP_CODE.token_expired]: { title: 'URLの有効期限が切れています', way: again },
  [APP_CODE.token_used]: { title: 'このURLは使用済みです', way: { to: '/login', label: 'ログインする' } },
  [APP_CODE.token_empty]: { title: 'URLが正しくありません', way: again },
}
const byError: Record<string, Trouble> = {
  ERROR_USER_CUSTOMER_LINE_EXISTS: {
    title: '連携できませんでした',
    way: { to: '/contact', label: 'お問い合わせ' },
  },
  ERROR_CUSTOMER_HAS_LINE: { title: '連携できませんでした', way: { to: '/login', label: 'ログインする' } },
  ERROR_LINE_ACCOUNT_DIFFERENT: { title: 'LINEアカウントが異なります', way: again },
  ERROR_LINE_NOT_FRIEND: { title: '友だち追加が必要です', way: { to: '/line-subscribe', label: '友だち追加に進む' } },
}

/** Why the link of a mail failed, and the next step. */
export const linkTrouble = ({ code, error }: Pick<ApiError, 'code' | 'error'>): Trouble =>
  byCode[code] ?? byError[error] ?? { title: '連携できませんでした', way: null }
