/** 操作履歴: the kinds of things that change, in the words of the operators. */
export const SUBJECT_NAME: Readonly<Record<string, string>> = {
  ...{ product: '商品', product_sku: '商品の種類', category: 'カテゴリ', worry: '悩み', picture: '写真' },
  ...{ order: '注文', subscription: '定期便', customer: '会員', customer_rank: '会員ランク', inquiry: 'お問い合わせ' },
  ...{
    inquiry_template: '返信のひな形',
    message: '連絡',
    message_text: 'メールとLINEの文章',
    bulk_message: '一斉送信',
  },
  ...{ bulk_job: '一括処理', privacy_request: '個人情報の請求', shipment: '荷物', shipping_batch: '出荷バッチ' },
  ...{
    shipping_import: '送り状番号の取込',
    shipping_setting: '出荷の設定',
    shipping_insert: '同梱物',
    shop: '店舗の設定',
  },
  ...{ shop_account: 'アカウント', shop_carrier: '配送会社', shop_content: '文章とページ', shop_payment: '支払方法' },
  ...{
    delivery: '配送方法',
    master_data: '選択肢',
    home_block: 'トップページ',
    article: '読みもの',
    ad_campaign: '広告コード',
  },
  ...{ cart_abandonment_setting: 'お知らせメールの設定', scheduled_change: '予定', payment_hold: '決済の停止' },
  ...{ operator: '担当者', api_key: 'APIキー', webhook_endpoint: '外部への通知', extension_note: '拡張機能のメモ' },
  ...{ saved_view: '保存した表示', import_file: 'CSVの取込', export_file: 'CSVの出力', move_in: '移行' },
}

/** The fields that change. A name that is not here (already Japanese, or the name of a variable) is shown as it is. */
export const FIELD_NAME: Readonly<Record<string, string>> = {
  ...{ product_name: '商品名', product_name_kana: '商品名(かな)', slug: 'URL用の名前', catch_copy: 'キャッチコピー' },
  ...{
    description: '説明',
    how_to_use: '使い方',
    ingredients: '成分・素材',
    category_id: 'カテゴリ',
    sale_type: '販売種別',
  },
  ...{ visible: '公開', sort_no: '並び順', pictures: '写真', image_path: '写真', related: '一緒におすすめする商品' },
  ...{ lump_sum_payment_flag: '年払い', lump_sum_payment_num: '年払いの回数', story_html: '物語', questions: 'ご質問' },
  ...{
    product_code: '商品コード',
    price: '価格',
    subscription_price: '定期便の価格',
    tax_rate: '税率',
    weight_g: '重さ',
  },
  ...{
    subscription_first_price: '定期便の初回の価格',
    sale_limit: '購入の上限',
    light_flag: 'メール便',
    lasting_days: '使い切る目安',
  },
  ...{ stock: '在庫', low_stock: '残りわずかの目安', shelf: '棚番', barcode: 'バーコード', temperature: '温度帯' },
  ...{
    shop_name: '店舗名',
    company_name: '会社名',
    company_address: '所在地',
    phone_number: '電話番号',
    email: 'メールアドレス',
  },
  ...{ logo_path: 'ロゴ', primary_color: '主なボタンと値引きの色', subscription_color: '定期便の色' },
  ...{ registration_number: '登録番号', terms_version: '規約の版', delivery_free_amount: '送料無料の金額' },
  ...{
    flat_rate_delivery_fee: '送料',
    island_surcharge: '離島の追加料金',
    max_weight_g: '重さの上限',
    times: '時間帯',
  },
  ...{ prefectures: '都道府県別', carrier_program: '送り状ソフト', delivery_name: '配送方法の名前', fees: '手数料' },
  ...{
    max_amount: '上限の金額',
    min_amount: '下限の金額',
    payment_name: '支払方法の名前',
    title: '題名',
    html: '文章',
  },
  ...{
    subject: '件名',
    body: '本文',
    category_name: 'カテゴリ名',
    closed_text: 'お客様への文章',
    opened_at: '公開した日時',
  },
  ...{
    closed_at: '閉じた日時',
    starts_at: '始まり',
    ends_at: '終わり',
    kind: '種類',
    note: 'メモ',
    state: '状態',
    status: '状態',
  },
  ...{ role: '役割', name: '名前', reason: '理由', decision_reason: '理由', decision: '判断', rank_name: 'ランク名' },
  ...{
    discount_rate: '割引率',
    threshold_amount: 'ランクの基準',
    customer_rank_months: 'お買い上げを数える期間',
    owner: '担当',
  },
  ...{
    refunded_amount: '返金した金額',
    payment_total: 'お支払い合計',
    adjustment_amount: '調整額',
    replaces: '元の注文',
    replacement_kind: '再送・交換',
    goods_back: '戻った商品の記録',
    parcel_back: '戻った荷物',
    paused_subscriptions: '休止した定期便',
    restock: '在庫に戻す',
    due_on: '期限',
    content: '内容',
    source: '経路',
  },
}

/** The keys that match a typed text: by the Japanese name or a part of it, or by the database name. */
export const named = (words: Readonly<Record<string, string>>, text: string): string[] => [
  text,
  ...Object.keys(words).filter((one) => words[one]!.includes(text)),
]
