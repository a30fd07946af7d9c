import type { ApiError } from '@kushi/contract/client'
import { FAILURE_META_CODE } from '@kushi/values/app-code'

export interface LinkTrouble {
  title: string
  /** The next step, and the label of its link. `null`: retry. */
  way: { to: string; label: string } | null
}

/** Title and next step for a link of a mail that does not work. The server's message states what happened. */
export function linkTrouble({ code }: Pick<ApiError, 'code'>): LinkTrouble {
  switch (code) {
    case FAILURE_META_CODE.token_expired:
      return { title: 'URLの有効期限が切れています', way: { to: '/forget', label: 'もう一度URLを送る' } }
    case FAILURE_META_CODE.token_used:
      return { title: 'このURLは使用済みです', way: { to: '/login', label: 'ログインする' } }
    case FAILURE_META_CODE.token_empty:
      return { title: 'このURLではお手続きできません', way: { to: '/forget', label: 'もう一度URLを送る' } }
    default:
      return { title: '確認できませんでした', way: null }
  }
}

/** Whether the link itself is unusable, independent of the input. */
export const isLinkTrouble = (error: Pick<ApiError, 'code'>) => linkTrouble(error).way !== null
