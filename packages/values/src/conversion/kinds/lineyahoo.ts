import { accessTokenField, defineConversionKind } from '../kind.ts'

/**
 * Yahoo!広告 コンバージョンAPI of LINEヤフー. It recognises a click by cookies of its own tag, which the shop does not keep, and
 * not by `yclid`; so a hash of e-mail or telephone is needed.
 */
export const lineyahooKind = defineConversionKind({
  name: 'LINEヤフー(Yahoo!広告)',
  company: 'LINEヤフー株式会社(日本)',
  fields: {
    tag_id: {
      label: 'タグID',
      hint: '広告管理ツールの「サイトジェネラルタグ・計測タグ」にあります。',
      pattern: /^[\w-]{1,64}$/,
      refusal: '半角の英数字で入力してください。',
    },
    access_token: accessTokenField('タグのアクセストークン'),
    event_snippet_id: {
      label: 'スニペットID',
      hint: 'コンバージョン設定で「イベントスニペット」を使うときに入力します。',
      is_optional: true,
      pattern: /^[\w-]{1,64}$/,
      refusal: '半角の英数字で入力してください。',
    },
  },
  told_by: 'server',
  most: 100,
  days: 90,
  click_ids: [],
  contact: 'required',
  test: 'flag',
})
