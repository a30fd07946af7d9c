import type { OpeningStep } from '@kushi/contract/admin/opening'

interface StepTexts {
  title: string
  reason: string
  /** The screen where the step is done, and the label of the button. */
  ways: readonly (readonly [to: string, label: string])[]
}

/** 開店の準備: the purpose of each step, and the screens where it is done. */
export const STEP_TEXTS: Record<OpeningStep, StepTexts> = {
  name: {
    title: '店舗と会社',
    reason: '店舗名・所在地・連絡先は、領収書やメール、お問い合わせ先に印字されます。',
    ways: [['/setting/shop', '店舗の設定を開く']],
  },
  law: {
    title: '特定商取引法に基づく表記',
    reason: '通信販売で、かならず表示するものです。項目ごとに入力すると、ページになります。',
    ways: [['/opening/law', '項目を入力する']],
  },
  policy: {
    title: 'プライバシーポリシーとご利用規約',
    reason: '会員登録とご注文のときに、お客様に同意していただく文章です。',
    ways: [
      ['/content/privacy/0', 'プライバシーポリシーを書く'],
      ['/content/terms-of-use/0', 'ご利用規約を書く'],
    ],
  },
  product: {
    title: 'はじめの商品',
    reason: '名前・価格・在庫があれば、売り始められます。写真や説明は、あとから増やせます。',
    ways: [
      ['/products/new', '商品を登録する'],
      ['/products', '商品の一覧'],
    ],
  },
  label: {
    title: '商品の表示',
    reason:
      '化粧品の全成分や製造販売業者、食品のアレルゲンや保存方法など、容器の表示と同じことを商品ページでも伝えます。',
    ways: [['/products', '商品の一覧']],
  },
  delivery: {
    title: '配送',
    reason: '送料と時間帯、届くまでの日数を確かめてください。',
    ways: [['/setting/delivery', '配送の設定を開く']],
  },
  payment: {
    title: 'お支払い',
    reason: 'カードや後払いは、決済会社のアカウントを登録すると使えるようになります。',
    ways: [
      ['/setting/payment', '支払いの設定を開く'],
      ['/setting/accounts', 'アカウントを登録する'],
    ],
  },
  confirmation: {
    title: '確認画面の自己点検',
    reason:
      'ご注文の最後の画面に、法律(特定商取引法 12条の6)の定める項目がそろっているかを、商品の種類ごとに確かめます。公開したときに、日付とお名前と一緒に残ります。',
    ways: [],
  },
  line: {
    title: 'LINE',
    reason: 'LINEでのログインと、発送などのお知らせに使います。',
    ways: [['/setting/line', 'LINEの設定を開く']],
  },
}
