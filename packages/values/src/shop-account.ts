/** Third parties at which each shop has its own account. */
export const PROVIDER_ACCOUNT_KIND_NAME = {
  gmo: 'クレジットカード(GMOペイメントゲートウェイ)',
  amazon_pay: 'Amazon Pay',
  np: 'NP後払い',
  gmo_deferred: 'GMO後払い',
  paypay: 'PayPay',
  paidy: 'あと払い(ペイディ)',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  line: 'LINE公式アカウント',
  mail: 'メールの送信',
  risk: '不正注文の審査(外部サービス)',
  tag_manager: 'アクセス解析のタグ(Google タグマネージャー)',
} as const
export type ProviderAccountKind = keyof typeof PROVIDER_ACCOUNT_KIND_NAME
export const PROVIDER_ACCOUNT_KINDS = Object.keys(PROVIDER_ACCOUNT_KIND_NAME) as ProviderAccountKind[]

interface AccountVariable {
  kind: ProviderAccountKind
  /** The name that operators read. */
  label: string
  /** A number or a name, whose end may be shown; any other value is secret. */
  is_number?: boolean
  /** The account works without it. */
  is_optional?: boolean
  /** The allowed values. A free address would let an operator choose what the server calls. */
  choices?: readonly { value: string; name: string }[]
  /** An example of the value. */
  hint?: string
}

const live = (value: string) => ({ value, name: '本番' })
const test = (value: string) => ({ value, name: 'テスト環境' })

const brands = {
  label: 'カードのブランド',
  is_number: true,
  is_optional: true,
  hint: 'ご契約のあるブランドを、visa,mastercard,amex,jcb の形で入力してください。空欄なら、この4つです。',
}

const carriers = {
  label: '運送会社コード',
  hint: 'yamato=59020,sagawa=50000,japan_post=59040 の形で、3社分を入力してください。',
}

/**
 * The variables of the accounts. The environment uses the same names for the default shop. Variables not listed here
 * belong to the installation and all its shops: addresses of simulators and scripts, postcodes, the database, keys.
 */
export const PROVIDER_ACCOUNT_VARIABLES: Record<string, AccountVariable> = {
  GMO_BASE_URL: {
    kind: 'gmo',
    label: '接続先',
    choices: [live('https://p01.mul-pay.jp'), test('https://pt01.mul-pay.jp')],
  },
  GMO_SHOP_ID: { kind: 'gmo', label: 'ショップID', is_number: true },
  GMO_SHOP_PASS: { kind: 'gmo', label: 'ショップパスワード' },
  GMO_SITE_ID: { kind: 'gmo', label: 'サイトID', is_number: true },
  GMO_SITE_PASS: { kind: 'gmo', label: 'サイトパスワード' },
  GMO_API_KEY: { kind: 'gmo', label: 'トークン用のAPIキー' },
  GMO_PUBLIC_KEY: { kind: 'gmo', label: 'トークン用の公開鍵', is_optional: true },
  GMO_STAGING: { kind: 'gmo', label: 'トークンの発行先', is_optional: true, choices: [live('0'), test('1')] },
  GMO_CANCEL_RULE: {
    kind: 'gmo',
    label: '取消・返品の処理区分',
    is_optional: true,
    choices: [
      { value: 'date', name: '日付による(当日 VOID、当月 RETURN、翌月から RETURNX)' },
      { value: 'state', name: '状態による(仮売上 VOID、売上 RETURN)' },
    ],
  },
  GMO_TENANT_NAME: {
    kind: 'gmo',
    label: '本人認証の画面に出る店名',
    is_optional: true,
    hint: '9文字以内で入力してください。',
  },
  GMO_OPENAPI_BASE_URL: {
    kind: 'gmo',
    label: 'Pay払い(楽天ペイなど)の接続先',
    is_optional: true,
    choices: [live('https://openapi.mul-pay.jp'), test('https://stg.openapi.mul-pay.jp')],
  },
  GMO_NAME_KANA: {
    kind: 'gmo',
    label: 'Pay払いの画面に出る店名(カナ)',
    is_number: true,
    is_optional: true,
    hint: 'Pay払いをお使いのときに、全角カナ20文字以内で入力してください。',
  },
  GMO_NAME_ALPHABET: {
    kind: 'gmo',
    label: 'Pay払いの画面に出る店名(英字)',
    is_number: true,
    is_optional: true,
    hint: 'Pay払いをお使いのときに、半角英数字20文字以内で入力してください。',
  },
  AMAZON_PRIVATE_KEY: {
    kind: 'amazon_pay',
    label: '秘密鍵',
    hint: '-----BEGIN PRIVATE KEY----- で始まるRSAの鍵を、そのまま貼り付けてください。',
  },
  AMAZON_PUBLIC_KEY_ID: { kind: 'amazon_pay', label: '公開鍵ID', is_number: true },
  AMAZON_MERCHANT_ID: { kind: 'amazon_pay', label: '出品者ID', is_number: true },
  AMAZON_STORE_ID: { kind: 'amazon_pay', label: 'ストアID', is_number: true },
  AMAZON_STORE_NAME: { kind: 'amazon_pay', label: 'Amazonの画面に出る店名' },
  NP_BASE_URL: {
    kind: 'np',
    label: '接続先',
    choices: [live('https://cp.np-payment-gateway.com/v1'), test('https://ctcp.np-payment-gateway.com/v1')],
  },
  NP_MERCHANT_CODE: { kind: 'np', label: '加盟店コード', is_number: true },
  NP_SP_CODE: { kind: 'np', label: 'SPコード' },
  NP_TERMINAL_ID: { kind: 'np', label: 'ターミナルID', is_number: true },
  NP_CARRIERS: { kind: 'np', ...carriers },
  GMO_DEFERRED_BASE_URL: {
    kind: 'gmo_deferred',
    label: '接続先',
    choices: [live('https://shop.gmo-ab.com'), test('https://testshop.gmo-ab.com')],
  },
  GMO_DEFERRED_AUTHENTICATION_ID: { kind: 'gmo_deferred', label: '認証ID' },
  GMO_DEFERRED_SHOP_CODE: { kind: 'gmo_deferred', label: '加盟店コード', is_number: true },
  GMO_DEFERRED_CONNECT_PASSWORD: { kind: 'gmo_deferred', label: '接続パスワード' },
  GMO_DEFERRED_CARRIERS: { kind: 'gmo_deferred', ...carriers },
  GMO_DEFERRED_CODES: {
    kind: 'gmo_deferred',
    label: 'エラーコード',
    is_optional: true,
    hint: 'ご契約時のコード表から、unknown=(取引なし),cancelled=(取消済み),shipped=(出荷報告済み),not_shipped=(出荷報告なし),paid=(支払済み),party=(宛名の不備) の形で入力してください。',
  },
  PAYPAY_BASE_URL: {
    kind: 'paypay',
    label: '接続先',
    choices: [live('https://apigw.paypay.ne.jp'), test('https://apigw.sandbox.paypay.ne.jp')],
  },
  PAYPAY_API_KEY: { kind: 'paypay', label: 'APIキー', is_number: true },
  PAYPAY_API_SECRET: { kind: 'paypay', label: 'APIシークレット' },
  PAYPAY_MERCHANT_ID: { kind: 'paypay', label: '加盟店ID', is_number: true },
  PAYPAY_AUTHORIZATION_DAYS: {
    kind: 'paypay',
    label: '支払いの承認の日数',
    is_optional: true,
    hint: 'ご契約で認められた日数までの数字を入力してください。空欄なら、ご契約の日数です。',
  },
  PAIDY_BASE_URL: { kind: 'paidy', label: '接続先', choices: [live('https://api.paidy.com')] },
  PAIDY_PUBLIC_KEY: {
    kind: 'paidy',
    label: '公開キー',
    is_number: true,
    hint: 'pk_ で始まるキーを入力してください。pk_test_ で始まれば、テストです。',
  },
  PAIDY_SECRET_KEY: { kind: 'paidy', label: '秘密キー', hint: 'sk_ で始まる、公開キーと組のキーを入力してください。' },
  APPLE_PAY_MERCHANT_ID: {
    kind: 'apple_pay',
    label: 'マーチャントID',
    is_number: true,
    hint: 'merchant.jp.example の形で入力してください。',
  },
  APPLE_PAY_CERTIFICATE: {
    kind: 'apple_pay',
    label: 'マーチャントIDの証明書',
    hint: '-----BEGIN CERTIFICATE----- で始まる Merchant Identity Certificate を、そのまま貼り付けてください。',
  },
  APPLE_PAY_PRIVATE_KEY: {
    kind: 'apple_pay',
    label: '証明書の秘密鍵',
    hint: '-----BEGIN PRIVATE KEY----- で始まる、証明書の鍵を、そのまま貼り付けてください。',
  },
  APPLE_PAY_NAME: {
    kind: 'apple_pay',
    label: 'Apple Payの画面に出る店名',
    is_number: true,
    hint: '64文字以内で入力してください。',
  },
  APPLE_PAY_DOMAIN_FILE: {
    kind: 'apple_pay',
    label: 'ドメインの確認用ファイルの中身',
    is_optional: true,
    hint: 'Appleの管理画面で受け取ったファイルの中身を、そのまま貼り付けてください。',
  },
  APPLE_PAY_BRANDS: { kind: 'apple_pay', ...brands },
  GOOGLE_PAY_MERCHANT_ID: {
    kind: 'google_pay',
    label: '販売者ID',
    is_number: true,
    hint: 'Google Pay & Wallet Console の、BCR で始まる値を入力してください。',
  },
  GOOGLE_PAY_NAME: {
    kind: 'google_pay',
    label: 'Google Payの画面に出る店名',
    is_number: true,
    hint: '64文字以内で入力してください。',
  },
  GOOGLE_PAY_ENVIRONMENT: {
    kind: 'google_pay',
    label: '接続先',
    choices: [live('PRODUCTION'), test('TEST')],
  },
  GOOGLE_PAY_GATEWAY: {
    kind: 'google_pay',
    label: '決済代行会社の名前(gateway)',
    is_number: true,
    is_optional: true,
    hint: 'ご契約時の資料にある、半角英数字の値を入力してください。空欄なら gmopg です。',
  },
  GOOGLE_PAY_GATEWAY_MERCHANT_ID: {
    kind: 'google_pay',
    label: '決済代行会社での店の番号(gatewayMerchantId)',
    is_number: true,
    is_optional: true,
    hint: '空欄なら、GMOのショップIDです。',
  },
  GOOGLE_PAY_AUTH_METHODS: {
    kind: 'google_pay',
    label: '使えるカード',
    is_optional: true,
    choices: [
      { value: 'PAN_ONLY,CRYPTOGRAM_3DS', name: 'すべて(端末にないカードは、本人認証をする)' },
      { value: 'CRYPTOGRAM_3DS', name: '端末に登録されたカードだけ' },
    ],
  },
  GOOGLE_PAY_BRANDS: { kind: 'google_pay', ...brands },
  LINE_LIFF_ID: {
    kind: 'line',
    label: 'LIFF ID',
    is_number: true,
    hint: '1234567890-AbcdEfgh の形で入力してください。',
  },
  LINE_BOT_ID: { kind: 'line', label: 'ベーシックID', is_number: true },
  LINE_LOGIN_CHANNEL_ID: { kind: 'line', label: 'LINEログインのチャネルID', is_number: true, is_optional: true },
  LINE_LOGIN_CHANNEL_SECRET: { kind: 'line', label: 'LINEログインのチャネルシークレット', is_optional: true },
  LINE_CHANNEL_ACCESS_TOKEN: {
    kind: 'line',
    label: 'Messaging APIのチャネルアクセストークン',
    is_optional: true,
  },
  LINE_CHANNEL_SECRET: { kind: 'line', label: 'Messaging APIのチャネルシークレット', is_optional: true },
  SMTP_URL: {
    kind: 'mail',
    label: 'メールサーバー',
    hint: 'smtp://ユーザー名:パスワード@mail.example:587 の形で入力してください。',
  },
  RISK_URL: { kind: 'risk', label: '接続先', hint: 'https:// で始まるアドレスを入力してください。' },
  RISK_SECRET: { kind: 'risk', label: '署名の鍵', hint: 'whsec_ で始まる値を、そのまま入力してください。' },
  TAG_MANAGER_ID: {
    kind: 'tag_manager',
    label: 'コンテナID',
    is_number: true,
    hint: 'GTM-ABC123 の形で入力してください。使う前に、プライバシーポリシーに書いてください。',
  },
}

/** Returns the names of the variables of one account. */
export const variablesOfAccount = (kind: ProviderAccountKind): string[] =>
  Object.keys(PROVIDER_ACCOUNT_VARIABLES).filter((name) => PROVIDER_ACCOUNT_VARIABLES[name]!.kind === kind)

/** Returns the accounts to which these variables belong. */
export const accountKindsOfVariables = (variables: Readonly<Record<string, string>>): Set<ProviderAccountKind> =>
  new Set(Object.keys(variables).flatMap((name) => PROVIDER_ACCOUNT_VARIABLES[name]?.kind ?? []))
