import { accessTokenField, defineConversionKind, numberField, testCodeField } from '../kind.ts'

/** Meta コンバージョンAPI. An event is refused seven days after it happened. */
export const metaKind = defineConversionKind({
  name: 'Meta(Facebook・Instagram)',
  company: 'Meta Platforms, Inc.(アメリカ合衆国)',
  fields: {
    pixel_id: numberField('データセットID(ピクセルID)'),
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
  most: 100,
  days: 7,
  click_ids: ['fbclid'],
  contact: 'optional',
  test: 'code',
})
