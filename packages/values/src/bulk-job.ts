/** 一括処理: what can be done to everything that a list shows. */
export const BULK_KIND_NAME = {
  move_dates: '次回お届け日を動かす',
  pause: '休止する',
  swap_product: '商品を入れ替える',
  cancel: '解約する',
  mark_delivered: 'お届け済みにする',
  send_message: 'メールを送る',
} as const
export type BulkKind = keyof typeof BULK_KIND_NAME

/** What can be taken back as long as nobody has changed it since. */
export const canTakeBack = (kind: BulkKind): boolean =>
  kind === 'move_dates' || kind === 'pause' || kind === 'swap_product'

/** `checking` tries every row and takes it back at once; `checked` waits for somebody to say yes. */
export const BULK_STATE_NAME = {
  checking: '確かめています',
  checked: '実行を待っています',
  running: '実行中',
  stopped: '停止中',
  done: '完了',
  taking_back: '元に戻しています',
  taken_back: '元に戻しました',
  discarded: '取りやめ',
} as const
export type BulkState = keyof typeof BULK_STATE_NAME

export const BULK_ROW_STATE_NAME = {
  waiting: '確認待ち',
  possible: '変わります',
  impossible: '変えられません',
  done: '変わりました',
  failed: '失敗',
  taken_back: '元に戻しました',
  kept: '元に戻せません',
} as const
export type BulkRowState = keyof typeof BULK_ROW_STATE_NAME

/** What a row of mail to members is in: nothing of theirs changes. */
const MAIL_ROW_STATE_NAME: Record<BulkRowState, string> = {
  ...BULK_ROW_STATE_NAME,
  possible: '送ります',
  impossible: '送れません',
  done: '送信・送信待ち',
}

export const bulkRowStateName = (kind: BulkKind, state: BulkRowState): string =>
  (kind === 'send_message' ? MAIL_ROW_STATE_NAME : BULK_ROW_STATE_NAME)[state]
