/** The payer of 返品の送料, when the customer changed their mind. */
export const RETURN_FEE_PAYER_NAME = { customer: 'お客様', shop: '当店' } as const
export type ReturnFeePayer = keyof typeof RETURN_FEE_PAYER_NAME

/**
 * What happens to the remaining deliveries when a lump-sum subscription (年払い) is cancelled early: refunded, delivered
 * as paid, or refunded less a fee.
 */
export const LUMP_SUM_CANCELLATION_NAME = {
  refunded: '残りを返金する(まだ手配していない回の代金)',
  delivered: '残りも届ける(返金しない)',
  fee: '残りから解約料を引いて返金する',
} as const
export type LumpSumCancellation = keyof typeof LUMP_SUM_CANCELLATION_NAME

/**
 * Maximum cancellation fee, in percent of the refunded remainder. It must not exceed the average damage of a
 * cancellation (消費者契約法 9条).
 */
export const MAX_CANCEL_FEE_RATE = 20

interface Block {
  /** The hint for the operator who chooses it. */
  hint: string
  /** Stands in a paragraph of its own. */
  is_table?: true
  /** Depends on the providers that are connected, which a mail does not know. */
  is_for_pages?: true
}

/**
 * Placeholders for facts of the shop (決まりの差し込み) in texts that operators write. They are filled from the settings
 * whenever a text is shown, so `{送料の表}` always states the current fees.
 */
export const SHOP_PLACEHOLDERS = {
  販売業者: { hint: '会社名' },
  運営責任者: { hint: '運営統括責任者の氏名' },
  所在地: { hint: '会社の所在地' },
  電話番号: { hint: '店舗の電話番号' },
  電話の受付時間: { hint: '電話の受付時間' },
  お電話: { hint: '「お電話(番号、受付時間)」' },
  メールアドレス: { hint: '店舗のメールアドレス' },
  登録番号の表記: { hint: '適格請求書発行事業者の登録番号' },
  送料: { hint: '配送方法ごと、都道府県と離島の送料を文で' },
  送料の表: { hint: '配送方法ごと、都道府県と離島の送料の表', is_table: true },
  送料無料の条件: { hint: 'いくら以上で送料無料か' },
  送料無料の金額: { hint: '送料が無料になる金額だけ' },
  お支払い方法: { hint: '方法ごとの時期、手数料、上限の表', is_table: true },
  お支払い方法の名前: { hint: '使える支払方法の名前', is_for_pages: true },
  お支払いの手数料: { hint: '支払方法ごとの手数料を文で', is_for_pages: true },
  後払いの提供先: { hint: '後払いのとき、お客さまの情報を受け取る会社', is_for_pages: true },
  後払いの期限: { hint: '後払いをいつまでに支払うか' },
  お届けまでの日数: { hint: '最短の日数、都道府県と離島の追加' },
  お届け日の指定: { hint: '選べる日数と時間帯' },
  定期便の間隔: { hint: '選べるお届けの間隔' },
  定期便の変更期限: { hint: '「次回お届け予定日の○日前まで」' },
  定期便の請求日: { hint: '2回目からいつ請求するか' },
  解約の方法: { hint: '解約の期限、方法、手数料' },
  再手続きの日: { hint: 'お支払いができなかったときに、いつ再度手続きするか' },
  お知らせの時期: { hint: '価格などを変えるとき、何日前までに知らせるか' },
  年払いの条件: { hint: '年払いの商品の回数、総額、途中での解約', is_table: true },
  年払いの解約: { hint: '年払いの商品を途中でやめるときの決まりだけ' },
  返品の条件: { hint: 'お客さまのご都合による返品の条件' },
  返品の期限: { hint: 'お客さまのご都合による返品の期限だけ' },
  返品の送料: { hint: '返品の送料を、どちらが負担するか' },
  不良品の返品: { hint: '不良品、お届け違いのとき' },
  商品ごとの返品: { hint: '店の決まりと違う商品の、返品の条件', is_table: true },
  数量の制限: { hint: '1回のご注文の上限が、ほかより少ない商品' },
  退会の方法: { hint: '退会の受け付け' },
  会員ランクの表: { hint: 'ランク、お買い上げの額、割引', is_table: true },
  ランクの期間: { hint: 'ランクを決める、お買い上げの月数' },
  パスワードの文字数: { hint: '新しいパスワードの文字数' },
  ログインの期間: { hint: '何日でログインし直しになるか' },
  広告コードの期間: { hint: '広告の識別コードを端末に何日残すか' },
  クリックIDの期間: { hint: '広告のクリックの識別子を注文に何日残すか' },
  お返事の目安: { hint: 'お問い合わせにお返事するまでの日数' },
} as const satisfies Record<string, Block>

export type ShopPlaceholderName = keyof typeof SHOP_PLACEHOLDERS
export const shopPlaceholderNames = Object.keys(SHOP_PLACEHOLDERS) as ShopPlaceholderName[]
export const isShopPlaceholder = (name: string): name is ShopPlaceholderName => Object.hasOwn(SHOP_PLACEHOLDERS, name)
export const isTablePlaceholder = (name: ShopPlaceholderName): boolean => 'is_table' in SHOP_PLACEHOLDERS[name]

/** Placeholders that mails and LINE messages may use. Tables, and facts that only pages know, are excluded. */
export const messageShopPlaceholders: readonly ShopPlaceholderName[] = shopPlaceholderNames.filter(
  (name) => !isTablePlaceholder(name) && !('is_for_pages' in SHOP_PLACEHOLDERS[name]),
)

const BLOCK = /\{([^{}\s]{1,20})\}/g

/** Returns the names in braces that are no placeholder for a fact of the shop, each once. */
export const unknownPlaceholderNames = (text: string): string[] => [
  ...new Set([...text.matchAll(BLOCK)].map(([, name]) => name!).filter((name) => !isShopPlaceholder(name))),
]
