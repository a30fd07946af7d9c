import { expect, test } from 'vitest'
import { nextStepOfOrder } from './next-step.ts'

type Order = Parameters<typeof nextStepOfOrder>[0]
const order = (more: Partial<Order>): Order => ({
  status: 'received',
  delivery_date: null,
  cycle: null,
  payment_state: 'authorised',
  hold_reason: null,
  has_unread_note: false,
  is_partly_sent: false,
  is_back: false,
  kept_amount: 0,
  owed_amount: 0,
  awaits_goods: false,
  ...more,
})

test.each<[Partial<Order>, string, string]>([
  [{}, '出荷できます', 'good'],
  [{ status: 'arranged', delivery_date: '2026-12-03' }, '出荷できます(12月3日(木)お届け)', 'good'],
  [{ status: 'arranged', hold_reason: 'shortage' }, '出荷を止めています。欠品', 'stuck'],
  [{ has_unread_note: true }, '止まっています。お客様の備考を確かめてください', 'stuck'],
  [{ has_unread_note: true, hold_reason: 'other' }, '出荷を止めています。その他', 'stuck'],
  [{ status: 'arranged', is_partly_sent: true }, '残りの荷物を出荷してください', 'attention'],
  [{ status: 'payment_pending', payment_state: 'held' }, '後払いの審査の結果を待っています', 'attention'],
  [{ status: 'payment_pending', payment_state: 'redirected' }, 'お客様のお支払い手続きを待っています', 'quiet'],
  [{ status: 'payment_pending', payment_state: 'intent' }, '決済の結果を確認しています', 'attention'],
  [{ status: 'payment_error', cycle: 3 }, '再決済か、お支払い方法の変更を待っています', 'stuck'],
  [{ status: 'payment_error', cycle: 1 }, 'お支払いできず、確定していません', 'quiet'],
  [{ status: 'shipped', payment_state: 'captured' }, 'お届けを待っています', 'quiet'],
  [{ status: 'shipped', is_back: true }, '荷物が戻りました。返品・返金をしてください', 'attention'],
  [{ status: 'delivered' }, '代金引換の代金が、まだ回収されていません', 'stuck'],
  [{ status: 'delivered', is_back: true }, '荷物が戻りました。返品・返金をしてください', 'attention'],
  [{ status: 'delivered', kept_amount: 500 }, '代金引換の代金が、まだ一部しか回収されていません', 'stuck'],
  [
    { status: 'delivered', payment_state: 'captured', awaits_goods: true },
    '交換で戻る商品が届いたら、記録してください',
    'attention',
  ],
  [{ status: 'shipped', payment_state: 'captured', owed_amount: 1620 }, '返金が済んでいません', 'stuck'],
  [{ status: 'delivered', payment_state: 'captured', owed_amount: 1620 }, '返金が済んでいません', 'stuck'],
  [{ status: 'cancelled', payment_state: 'void_pending' }, '仮売上の取消を待っています', 'attention'],
  [{ status: 'cancelled', payment_state: 'voided' }, '', 'quiet'],
  [{ status: 'returned', payment_state: 'captured', kept_amount: 500 }, '返金が残っています', 'stuck'],
  [{ status: 'returned', payment_state: 'refunded' }, '', 'quiet'],
  [{ status: 'delivered', payment_state: 'captured', kept_amount: 500 }, '', 'quiet'],
])('%j: %s', (more, text, tone) => {
  expect(nextStepOfOrder(order(more))).toEqual({ text, tone })
})
