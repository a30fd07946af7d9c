/** まとめて変更: actions on all rows that a list shows. */
export const BULK_KIND_NAME = {
  move_dates: '次回お届け日を動かす',
  pause: '休止する',
  swap_product: '商品を入れ替える',
  change_price: '価格を変える',
  change_fees: '送料・手数料を変える',
  cancel: '解約する',
  mark_delivered: 'お届け済みにする',
  send_message: 'メールを送る',
} as const
export type BulkKind = keyof typeof BULK_KIND_NAME

/** Whether an action of a bulk job can be undone. A row can be undone as long as it has not changed since. */
export const canUndoBulkJob = (kind: BulkKind): boolean =>
  kind === 'move_dates' || kind === 'pause' || kind === 'swap_product' || asksForMemberAgreement(kind)

/** Whether a bulk job asks members to agree to a higher amount, so that they are always notified. */
export const asksForMemberAgreement = (kind: BulkKind): boolean => kind === 'change_price' || kind === 'change_fees'

/**
 * Milliseconds after its planned time at which a bulk job is no longer started by itself. An operator then decides
 * whether to start it.
 */
export const BULK_JOB_MAX_DELAY_MS = 6 * 3_600_000

/** `checking` tries every row and rolls it back at once; `checked` waits for an operator's confirmation. */
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

/** Rows that are not changed yet, or never, are named after the action. */
const OWN_ROW_NAME: Partial<Record<BulkKind, Partial<Record<BulkRowState, string>>>> = {
  send_message: { possible: '送ります', impossible: '送れません', done: '送信・送信待ち' },
  change_price: { possible: 'メールします', impossible: 'できません', done: 'メールしました' },
  change_fees: { possible: 'メールします', impossible: 'できません', done: 'メールしました' },
}

/** Returns the state's name for operators. Some actions have names of their own. */
export const bulkRowStateName = (kind: BulkKind, state: BulkRowState): string =>
  OWN_ROW_NAME[kind]?.[state] ?? BULK_ROW_STATE_NAME[state]
