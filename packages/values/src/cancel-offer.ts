/** 解約のほかの方法: what a shop may offer beside a 解約の理由. `dates` and `exchange` lead to a form; the others take effect by a press. `promotion` is the one that the reason names. */
export const CANCEL_OFFER_NAME = {
  pace: 'お手元の残りに合わせる',
  skip: '次回だけお休み',
  pause: 'しばらく休止',
  longer: 'お届けの間隔をのばす',
  dates: 'お届け日を選び直す',
  fewer: '数量をへらす',
  smaller: '小さいサイズにする',
  scent: '香り・種類を替える',
  exchange: 'ほかの商品に替える',
  promotion: '特典を付ける',
} as const
export type CancelOffer = keyof typeof CANCEL_OFFER_NAME
export const CANCEL_OFFERS = Object.keys(CANCEL_OFFER_NAME) as [CancelOffer, ...CancelOffer[]]
