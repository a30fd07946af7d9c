/** メール・LINEの状態, the names for operators. */
export const MESSAGE_STATE_NAME = {
  failed: '送れませんでした',
  waiting: '送信待ち',
  sent: '送信済み',
  stopped: '取りやめ',
} as const
export type MessageState = keyof typeof MESSAGE_STATE_NAME
