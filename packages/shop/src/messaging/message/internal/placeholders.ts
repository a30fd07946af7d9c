import { addresseeText } from './mail-html.ts'

/**
 * Value of a placeholder that contains what a visitor or member typed. `until_verified` replaces it while their e-mail
 * is not verified.
 */
export interface PersonalPlaceholderText {
  text: string
  until_verified: string
}

/** Returns the value of the placeholder 宛名. null: the name is unknown. */
export const personalAddresseeText = (name: string | null): PersonalPlaceholderText => ({
  text: addresseeText(name),
  until_verified: addresseeText(null),
})

/**
 * Returns the value of the placeholder 変更点: each changed field before and after. Until the e-mail is verified only the
 * labels are shown, because an address may be among the values.
 */
export const changesText = (
  changes: readonly { label: string; before: string; after: string }[],
): PersonalPlaceholderText => ({
  text: changes.map(({ label, before, after }) => `${label}\n  ${before}\n  → ${after}`).join('\n\n'),
  until_verified: changes.map(({ label }) => label).join('、'),
})

/**
 * 差し込み: the placeholders of texts. A name has the same meaning in every text. `sample`: shown when there is no real
 * value.
 */
export const MESSAGE_PLACEHOLDERS = {
  宛名: { hint: '「山田 花子 様」。お名前が分からないときは「お客様」', sample: '山田 花子 様' },
  店舗名: { hint: '店舗の設定の店舗名', sample: '' },
  署名: { hint: '店舗名、会社名、所在地、連絡先', sample: '' },
  登録番号: { hint: '適格請求書発行事業者の登録番号', sample: '' },
  URL: { hint: 'お客様に開いていただくページ', sample: 'https://shop.example/sh/…' },
  確認のページ: {
    hint: 'メールアドレスがご本人のものと確かめるボタン',
    sample: 'メールアドレスを確認する\nhttps://shop.example/sh/…',
  },
  マイページ: { hint: 'マイページを開くボタン', sample: 'マイページを開く\nhttps://shop.example/sh/mypage' },
  お返事の目安: { hint: 'お問い合わせにお返事するまでの営業日(店舗の設定)', sample: '' },
  店舗の連絡先: { hint: '店舗のメールアドレスと電話番号', sample: '' },
  確認コード: { hint: '6桁の確認コード', sample: '123456' },
  端末: { hint: 'お手続きの端末', sample: 'iPhone・Safari' },
  パスキー: { hint: 'パスキーの名前', sample: 'iCloudキーチェーン' },
  変更した項目: {
    hint: '変更された項目の名前(ご住所、お電話番号、お届け先、クレジットカード、PayPayの連携)',
    sample: 'ご住所とお電話番号',
  },

  ご注文番号: { hint: 'ご注文番号', sample: 'K261121-000001' },
  ご注文の商品: { hint: '商品、数量、価格の一覧', sample: '椿オイル\n  ¥3,300 × 1  ¥3,300' },
  お支払い金額: {
    hint: '商品合計、送料、消費税、お支払い方法の一覧',
    sample: '商品合計: ¥3,300\n送料: ¥600\nお支払い合計: ¥3,900',
  },
  お支払いの内容: {
    hint: 'ご注文番号、金額、お支払い方法',
    sample: 'ご注文番号: K261121-000001\nお支払い金額: ¥3,900(税込)\nお支払い方法: クレジットカード',
  },
  お支払いの番号: {
    hint: 'お支払いの期限、コンビニの番号か振込先の口座、お支払いのしかた',
    sample:
      'お支払いの期限: 2026年11月24日(火) 23:59\nお支払い先: セブン-イレブン\n払込票番号: 1234567890123\nレジで「インターネットの支払い」と伝え、番号をお見せください。',
  },
  ご入金の内容: {
    hint: 'ご入金の合計と、不足している金額',
    sample: 'ご入金の合計: ¥3,680\n不足している金額: ¥220',
  },
  ご注文のページ: {
    hint: 'ご注文の内容を見るボタン',
    sample: 'ご注文の内容を見る\nhttps://shop.example/sh/mypage/history',
  },
  お届け先: { hint: '住所、お名前、お届け日', sample: '〒100-0001\n東京都千代田区千代田1-2-3\n山田 花子 様' },
  定期便について: { hint: '周期、次回のお届けと商品代金、変更の締切(定期便のときだけ)', sample: '' },
  お荷物: {
    hint: '配送会社、お問い合わせ番号、追跡のページ',
    sample: '配送会社: ヤマト運輸\nお問い合わせ番号: 123456789012',
  },
  元のご注文番号: { hint: '商品をもう一度お送りする、元のご注文番号', sample: 'K261121-000001' },
  お送りする商品: { hint: '再送・交換でお送りする商品と数量', sample: '椿オイル 1点' },
  お届け予定日: { hint: 'お届け予定日。分からないときは「最短でお届けします」', sample: '2026年12月3日(木)' },
  残りの商品: { hint: '残りは別のお荷物になること(分けて送るときだけ)', sample: '' },
  審査について: { hint: '審査に時間がかかっていることと、いつごろ分かるか', sample: 'お支払いを審査しています。' },
  変更前の金額: { hint: '変更前のお支払い金額', sample: '¥3,900' },
  変更後の金額: { hint: '変更後のお支払い金額', sample: '¥3,300' },
  返金額: { hint: 'お返しする金額', sample: '¥3,300' },
  返金の内訳: {
    hint: '返す商品や送料。内訳のない返金では空欄',
    sample: '返金の内訳\n・純椿油 30mL 1点 ¥2,640\n・送料 ¥660',
  },
  振込先のページ: {
    hint: '返金の振込先を知らせるボタン',
    sample: '振込先を知らせる\nhttps://shop.example/sh/refund-account?…',
  },
  理由: { hint: 'できなかった理由', sample: 'カードの有効期限が切れています。' },
  やり直しのページ: {
    hint: 'もう一度ご注文いただくところ(カート、または申し込みページ)を開くボタン',
    sample:
      '商品はカートに残っています。お手数ですが、もう一度ご注文ください。\nカートを開く\nhttps://shop.example/sh/cart',
  },

  ポイント: { hint: 'お客様がお持ちのポイント', sample: '1,250ポイント' },
  失効の日: { hint: 'ポイントの有効期限の日', sample: '2026年12月27日(日)' },
  ポイントのページ: {
    hint: 'ポイントの残高と記録を見るボタン',
    sample: 'ポイントを確認する\nhttps://shop.example/sh/mypage/points',
  },
  退会の日: {
    hint: 'いつ退会となるか',
    sample: 'ご注文(K1)のお届けが済んでいません。商品をお受け取りになってから、退会となります。',
  },
  終わる定期便: { hint: '終わる定期便と、その最後のお届け(あるときだけ)', sample: '' },
  続く定期便: { hint: '続くことになった定期便(あるときだけ)', sample: '' },
  終了した定期便: { hint: '終了した定期便の件数(定期便があったときだけ)', sample: '' },
  定期便のページ: {
    hint: '次回のお届けを確かめて変えるボタン',
    sample: '定期便を確認する\nhttps://shop.example/sh/mypage/subscriptions',
  },
  契約番号: { hint: '定期便の契約番号', sample: '1' },
  内容: { hint: '何が起きたか', sample: '内容を変更しました' },
  変更点: { hint: '変わった項目の、変更前と変更後', sample: 'お届け日\n  12月3日(木)\n  → 12月10日(木)' },
  お届けの内容: { hint: '商品、お支払い金額、ご請求の時期', sample: '椿オイル × 1\nお支払い金額: ¥3,300(税込)' },
  次の手続き: { hint: 'いつもう一度お手続きするか、どこで直せるか', sample: '11月24日(火)にもう一度お手続きします。' },
  これから: {
    hint: '次回のお届けと変更の締切、または今後のお届けがないこと',
    sample: '次回お届け予定日: 2026年12月3日(木)',
  },

  価格の変更: {
    hint: '商品、いまの価格と新しい価格、いつのお届けからか',
    sample: '椿オイル\n1個 ¥3,300 → ¥3,520(税込)、2027年1月15日(金)以降のお届けから',
  },
  お返事のページ: {
    hint: '内容を確かめて返事をするボタン',
    sample: '内容を確かめて返事をする\nhttps://shop.example/sh/price-change?…',
  },
  お返事の期限: { hint: 'お返事をいただく最後の日', sample: '2026年12月31日(木)' },
  お返事がない場合: {
    hint: '同意がないときに定期便がどうなるか',
    sample: 'ご同意がない場合は、これまでの価格のままお届けします。',
  },

  確認する内容: { hint: 'おひとり様1回の価格や特典の名前', sample: '「純椿油」の初回価格' },

  受付番号: { hint: 'お問い合わせの受付番号', sample: 'Q261121-7QK3M9' },
  お問い合わせの内容: { hint: '受付番号、日時、いただいた内容', sample: '■ 受付番号\nQ261121-7QK3M9' },
  心当たりのない場合: { hint: '会員ご本人のアドレスでないときの注意', sample: '' },
  ご返信: { hint: '担当者が書いた返信', sample: '12月3日にお届けいたします。' },
  マイページのご案内: { hint: 'やりとりを読めるページ(会員のときだけ)', sample: '' },

  商品: { hint: 'カートに残っている商品', sample: '・椿オイル\n  ¥3,300(税込)× 1' },
  商品のページ: {
    hint: '商品のページを開くボタン',
    sample: '商品のページを開く\nhttps://shop.example/sh/products',
  },
  カートのURL: { hint: 'カートの続きを開くページ', sample: 'https://shop.example/sh/cart?…' },
  有効期限: { hint: 'そのページを使える日', sample: '2026年12月5日(土)' },
  最後のお知らせ: { hint: '最後の1通にだけ、その旨', sample: '' },
  配信停止: {
    hint: 'お送りする理由と、配信を止めるページ',
    sample: '配信の停止はこちら\nhttps://shop.example/sh/unsubscribe',
  },
} as const satisfies Record<string, { hint: string; sample: string }>

export type PlaceholderName = keyof typeof MESSAGE_PLACEHOLDERS
/** Placeholders whose values contain text typed by a visitor or member. */
export type PersonalPlaceholder = '宛名' | 'お届け先' | '変更点' | 'お問い合わせの内容'
/** Values about the shop itself, available in every text. */
export type SellerPlaceholder = '店舗名' | '署名' | '登録番号' | '店舗の連絡先' | 'お返事の目安'

/**
 * A text of the shop: its allowed and required placeholders, and the standard text, which applies until the shop writes
 * its own.
 */
export interface MessageKind {
  readonly name: string
  readonly placeholders: readonly PlaceholderName[]
  /** Required by law, or because the message is useless without it. */
  readonly required: readonly PlaceholderName[]
  readonly subject: string
  readonly body: string
}
