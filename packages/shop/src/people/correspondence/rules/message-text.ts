import type { MessageState } from '@kushi/values/message'

/** The stored parts of a message; empty once its text was deleted. */
export interface StoredMessage {
  text?: string
  message?: { altText: string }
  is_secret?: boolean
  cart_reminder_id?: number
}

/** Whether the text of the message was deleted. */
export const isMessageTextDeleted = (kept: StoredMessage): boolean => !kept.text && !kept.message

/**
 * The message contains a link that gives access to its holder, or it was sent on a consent that has to be checked each
 * time.
 */
const isOwn = (kept: StoredMessage): boolean => kept.is_secret === true || kept.cart_reminder_id !== undefined

/** Returns the text of the message, or the reason why it is not shown. */
export function visibleMessageText(
  kept: StoredMessage,
  maySee: boolean,
): { text: string | null; hidden: string | null } {
  const hidden = (why: string) => ({ text: null, hidden: why })
  if (isOwn(kept)) return hidden('ご本人だけが開けるリンクが入っているため、内容は表示しません。')
  if (isMessageTextDeleted(kept)) return hidden('送ってから日がたったため、内容は残していません。')
  if (!maySee) return hidden('お客様の情報が入っているため、この役割では表示しません。')
  return { text: kept.text ?? kept.message!.altText, hidden: null }
}

/** Returns why the message can't be sent again (`resend`) or stopped (`stop`). null: it can. */
export function messageRefusals(state: MessageState, kept: StoredMessage) {
  const isGone = isMessageTextDeleted(kept) && '内容が残っていないため、もう一度送ることはできません。'
  const isPrivate =
    isOwn(kept) && state !== 'failed' && 'ご本人の操作で送るメッセージです。もう一度お手続きいただいてください。'
  const isWaiting = state === 'waiting' && 'これから送るところです。'
  const isOver = state === 'sent' ? 'もう送りました。' : state === 'stopped' ? 'もう取りやめています。' : null
  return { resend: isWaiting || isPrivate || isGone || null, stop: isOver }
}
