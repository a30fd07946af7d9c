import { defineConversionKind, numberField } from '../kind.ts'

/** Google 広告 by the Data Manager API. Conversions with hashes are matched for 63 days. */
export const googleKind = defineConversionKind({
  name: 'Google 広告',
  company: 'Google LLC(アメリカ合衆国)',
  fields: {
    account_id: numberField('お客様ID', 'ハイフンを除いた10桁の数字です。'),
    login_account_id: {
      ...numberField('MCCアカウントのお客様ID', 'MCCの権限で送るときだけ入力します。'),
      is_optional: true,
    },
    conversion_action_id: numberField('コンバージョンアクションのID', '管理画面のURLの ctId= の後ろの数字です。'),
    service_account: {
      label: 'サービスアカウントの鍵(JSON)',
      hint: 'Google Cloudで作ったファイルの中身を、そのまま貼り付けます。',
      is_secret: true,
      form: 'json',
      pattern: /^\s*\{[\s\S]*"private_key"[\s\S]*\}\s*$/,
      refusal: 'サービスアカウントの鍵のJSONを、そのまま貼り付けてください。',
    },
  },
  told_by: 'server',
  most: 100,
  days: 63,
  click_ids: ['gclid', 'gbraid', 'wbraid'],
  contact: 'optional',
  test: 'flag',
})
