/** 会員ランク. `threshold_amount`: purchases in the last 12 months, yen with tax. */
export const customerRanks = [
  { id: 1, rank_name: 'つぼみ', discount_rate: 0, threshold_amount: 0 },
  { id: 2, rank_name: 'ひらき', discount_rate: 3, threshold_amount: 20_000 },
  { id: 3, rank_name: 'みごろ', discount_rate: 5, threshold_amount: 50_000 },
]

/** Yen with tax. */
export const shopTerms = {
  2: { delivery_free_amount: 6_600, parcel_delivery_fee: 660, mail_delivery_fee: 275 },
  3: { delivery_free_amount: 33_000, parcel_delivery_fee: 1_100, mail_delivery_fee: null },
}

/** The fictitious company that runs both demo shops. The page company.html names it too. */
export const demoCompany = {
  company_name: '株式会社 椿野',
  company_address: '〒000-0000 東京都大島町元町字椿野0-0',
  responsible_name: '椿野 澄江',
  phone_number: '0120-000-000',
  phone_hours: '平日10時〜17時、年末年始を除く',
  email: 'support@tsubakino.example',
  registration_number: 'T0000000000000',
  terms_version: '2026-04-01',
}

/** Words that customers type for things that 椿野 names differently. */
export const searchSynonyms = [
  ['椿', 'つばき', 'カメリア', 'camellia'],
  ['椿油', 'ヘアオイル', '髪油', 'オイル', 'oil'],
  ['櫛', 'くし', 'コーム', 'comb'],
  ['ブラシ', 'ヘアブラシ', 'brush'],
  ['髪', 'ヘアケア', 'haircare'],
  ['贈りもの', '贈り物', 'ギフト', 'プレゼント', 'gift'],
  ['詰め替え', 'つめかえ', 'リフィル', 'refill'],
  ['シャンプー', 'shampoo', '洗髪'],
  ['トリートメント', 'コンディショナー', 'リンス'],
  ['地肌', '頭皮', 'スカルプ'],
  ['手ぬぐい', 'タオル'],
  ['石けん', '石鹸', 'ソープ', 'soap'],
  ['お試し', 'トライアル', 'サンプル', '三包'],
]
