import type { CancelOffer } from '@kushi/values/cancel-offer'
import { prefectures } from '@kushi/values/prefecture'

/**
 * Entries of the lists behind forms and labels. An id that product rules name (1 Sunday, 5 last week) never changes.
 */
export type MasterItem = {
  id: number | null
  label: string
  sort_number?: number
  details?: string[]
  offers?: CancelOffer[]
}

const numbered = (labels: readonly string[], first = 1): MasterItem[] =>
  labels.map((label, n) => ({ id: first + n, label }))

const prefecture = numbered(prefectures)

const where_did_you_know: MasterItem[] = [
  { id: 9, label: '新聞' },
  { id: 10, label: 'テレビ' },
  { id: 11, label: '電車内広告' },
  { id: 12, label: '折込チラシ' },
  { id: 13, label: '知人の紹介' },
  { id: 14, label: '直営店' },
  { id: 15, label: '同梱チラシ' },
  { id: 99, label: 'その他' },
]

const sex: MasterItem[] = [
  { id: 1, label: '男性' },
  { id: 2, label: '女性' },
  { id: null, label: '回答しない' },
]

const inquiry_category = numbered([
  'ご注文・お届けについて',
  '定期便の変更・休止・解約について',
  'お支払いについて',
  '返品・交換について',
  '商品について',
  '会員登録・ログインについて',
  '個人情報について',
  '法人・卸のお取引について',
  'その他',
])

const delivery_pattern_week_number = numbered(['第1', '第2', '第3', '第4', '最終'])

const day_of_week = numbered(['日曜', '月曜', '火曜', '水曜', '木曜', '金曜', '土曜'])

/** Day of the month. A month without that day uses its last day, as the label of 31 states. */
const day: MasterItem[] = Array.from({ length: 31 }, (_, n) => ({
  id: n + 1,
  label: n === 30 ? '31日(月末)' : `${n + 1}日`,
}))

const month = numbered(['毎月', '2か月ごと', '3か月ごと', '4か月ごと', '5か月ごと', '6か月ごと'])

const day_interval: MasterItem[] = [
  10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 45, 50, 55, 60, 70, 75, 80, 90, 100, 120, 150, 180,
].map((days) => ({ id: days, label: `${days}日ごと` }))

/** 置き配. Number 6 opens a field of free text. */
const delivery_note: MasterItem[] = [
  { id: 1, label: '玄関前', sort_number: 1 },
  { id: 2, label: '宅配ボックス', sort_number: 2 },
  { id: 3, label: 'ガスメーターボックス', sort_number: 3 },
  { id: 4, label: '物置', sort_number: 4 },
  { id: 5, label: '車庫', sort_number: 5 },
  { id: 6, label: 'その他(自由記入)', sort_number: 6 },
]

/** Each with ready-made details, which a press fills in, and what is offered beside it. */
const cancel_reason: MasterItem[] = (
  [
    {
      label: '使い切れずに余っている',
      details: ['1本を使い切るのに時間がかかる', '家にまだ残っている', '使う回数が減った'],
      offers: ['pace', 'skip', 'longer', 'fewer', 'smaller'],
    },
    {
      label: '使い心地が髪や地肌に合わなかった',
      details: ['べたつきが気になった', '地肌に合わなかった', '思ったほどの変化がなかった'],
      offers: ['exchange'],
    },
    {
      label: '香りが好みと違った',
      details: ['香りが強かった', '別の香りがよかった'],
      offers: ['scent', 'exchange'],
    },
    {
      label: '価格や送料が負担に感じる',
      details: ['商品の価格が負担になった', '送料が負担になった', '2回目からの価格が負担になった'],
      offers: ['smaller', 'fewer', 'longer'],
    },
    {
      label: 'お届けの間隔や日程が合わない',
      details: ['間隔が短い', '受け取れる日が合わない', '必要なときだけ買いたい'],
      offers: ['longer', 'skip', 'dates'],
    },
    {
      label: '別の商品を使うことにした',
      details: ['ほかのお店の商品に替える', 'このお店の別の商品を1回ずつ買う'],
      offers: [],
    },
    {
      label: '体調や生活の変化',
      details: ['引っ越しや長い不在', '体調の変化', '髪型や手入れを変えた'],
      offers: ['pause', 'skip'],
    },
    { label: 'その他', details: ['一度やめて考えたい', '家族の事情'], offers: ['skip', 'longer', 'fewer'] },
  ] satisfies Omit<MasterItem, 'id'>[]
).map((one, n) => ({ id: n + 1, ...one }))

const pause_reason = numbered([
  '使い切れずに余っている',
  '引っ越しや長い不在',
  '体調や生活の変化',
  '家計の見直し',
  'ほかの商品を試している',
  'その他',
])
const skip_reason = numbered(['まだ残っている', '不在で受け取れない', '今月は出費をおさえたい', 'その他'])

export const masterdata = {
  prefecture,
  where_did_you_know,
  sex,
  inquiry_category,
  delivery_pattern_week_number,
  day_of_week,
  day,
  month_day: day,
  month,
  day_interval,
  delivery_note,
  cancel_reason,
  pause_reason,
  skip_reason,
} satisfies Record<string, MasterItem[]>
