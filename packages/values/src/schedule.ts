/** 予定: the kinds of change that can be scheduled. */
export const SCHEDULE_KIND_NAME = {
  price: '商品の価格',
  tax_rate: '商品の消費税率',
  visibility: '商品の公開・非公開',
  content: 'お知らせとページの文章',
  promotion: '特典・クーポン',
  delivery_fee: '送料',
  free_amount: '送料無料の金額',
  closing: '休業日',
} as const
export type ScheduleKind = keyof typeof SCHEDULE_KIND_NAME

/** `planned`: waiting; `running`: in force until its end; `done`: over, or permanent; `failed`: could not be made. */
export const SCHEDULE_STATE_NAME = {
  planned: 'これから',
  running: '実施中',
  done: '完了',
  taken_back: '取り消し',
  failed: '実施できませんでした',
} as const
export type ScheduleState = keyof typeof SCHEDULE_STATE_NAME
