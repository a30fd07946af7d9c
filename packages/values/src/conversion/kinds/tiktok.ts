import { accessTokenField, defineConversionKind, testCodeField } from '../kind.ts'

/** TikTok Events API 2.0. */
export const tiktokKind = defineConversionKind({
  name: 'TikTok',
  company: 'TikTok Pte. Ltd.(シンガポール)',
  fields: {
    pixel_code: {
      label: 'ピクセルコード',
      pattern: /^[A-Z0-9]{10,40}$/,
      refusal: '半角の大文字の英数字で入力してください。',
    },
    access_token: accessTokenField(),
    event_name: {
      label: 'イベント',
      choices: { Purchase: '購入(Purchase)', Subscribe: 'サブスクライブ(Subscribe)' },
      pattern: /^(Purchase|Subscribe)$/,
      refusal: 'イベントを選んでください。',
    },
    test_event_code: testCodeField,
  },
  told_by: 'server',
  most: 50,
  days: 7,
  click_ids: ['ttclid'],
  contact: 'optional',
  test: 'code',
})
