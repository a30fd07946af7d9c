import type { ApiError } from '@kushi/contract/client'
import { APP_CODE } from '@kushi/values/app-code'

export interface LinkTrouble {
  title: string
  /** What to do about it, and the name of the way there. `null`: try the same again. */
  way: { to: string; label: string } | null
}

/** Why a link out of a mail opens nothing, and the way on. What happened is said by the server's own message. */
export function linkTrouble({ code }: Pick<ApiError, 'code'>): LinkTrouble {
  switch (code) {
    case APP_CODE.token_expired:
      return { title: 'URLの有効期限が切れています', way: { to: '/forget', label: 'もう一度URLを送る' } }
    case APP_CODE.token_used:
      return { title: 'このURLは使用済みです', way: { to: '/login', label: 'ログインする' } }
    case APP_CODE.token_empty:
      return { title: 'URLが正しくありません', way: { to: '/forget', label: 'もう一度URLを送る' } }
    default:
      return { title: '確認できませんでした', way: null }
  }
}

/** The link itself is of no use any more, whatever is typed. */
export const isLinkTrouble = (error: Pick<ApiError, 'code'>) => linkTrouble(error).way !== null
